#pragma once
// Everything: what a program that embeds twoscale includes.

#include <twoscale/measure/exponent.hpp>
#include <twoscale/measure/fit.hpp>
#include <twoscale/measure/mean.hpp>
#include <twoscale/measure/scale.hpp>
#include <twoscale/measure/student.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/measure/verdict.hpp>
#include <twoscale/method/plan.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/plugin/zoo.hpp>
#include <twoscale/problem.hpp>
#include <twoscale/run/run.hpp>
#include <twoscale/store/merge.hpp>
#include <twoscale/store/recorder.hpp>
