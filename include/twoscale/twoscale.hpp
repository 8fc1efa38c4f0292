#pragma once
// Everything: what a program that embeds twoscale includes. solve, resume, compare and check are the calls to begin
// with; the rest is what they are made of.

#include <twoscale/core/digest.hpp>
#include <twoscale/core/file.hpp>
#include <twoscale/core/text.hpp>
#include <twoscale/core/version.hpp>
#include <twoscale/experiment/compare.hpp>
#include <twoscale/experiment/estimate.hpp>
#include <twoscale/experiment/figures.hpp>
#include <twoscale/experiment/trajectory.hpp>
#include <twoscale/measure/chi_square.hpp>
#include <twoscale/measure/exponent.hpp>
#include <twoscale/measure/fit.hpp>
#include <twoscale/measure/mean.hpp>
#include <twoscale/measure/scale.hpp>
#include <twoscale/measure/scales.hpp>
#include <twoscale/measure/student.hpp>
#include <twoscale/measure/truth.hpp>
#include <twoscale/measure/verdict.hpp>
#include <twoscale/method/plan.hpp>
#include <twoscale/method/presets.hpp>
#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/plugin/load.hpp>
#include <twoscale/plugin/zoo.hpp>
#include <twoscale/problem.hpp>
#include <twoscale/run/run.hpp>
#include <twoscale/solve/check.hpp>
#include <twoscale/solve/observed.hpp>
#include <twoscale/solve/plan.hpp>
#include <twoscale/solve/solve.hpp>
#include <twoscale/store/merge.hpp>
#include <twoscale/store/recorder.hpp>
#include <twoscale/store/sheet.hpp>
#include <twoscale/store/verify.hpp>
