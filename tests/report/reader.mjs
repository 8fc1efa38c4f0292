// A reader of the sample report: a browser, pages that listen for what must not happen, and hands for them.

import {execFileSync} from "node:child_process";
import fs from "node:fs";
import {createRequire} from "node:module";
import os from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [sample, tools, option, kept] = process.argv.slice(2);
export const keep = option === "--keep";
const chromiumPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(fs.existsSync);
if (!chromiumPath) {
  console.log("skipped: no chromium");
  process.exit(77);
}
if (!fs.existsSync(path.join(tools, "node_modules", "playwright-core"))) {
  console.log("skipped: no playwright-core; ./dev test installs it");
  process.exit(77);
}
const {chromium} = createRequire(path.resolve(tools) + path.sep)("playwright-core");
export const folder = keep ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), "twoscale-report-"));
fs.mkdirSync(folder, {recursive: true});
const file = path.join(folder, "report.html");
execFileSync(sample, [file]);
const address = pathToFileURL(file).href;
// Root has no sandbox to run in; the page is our own.
export const browser = await chromium.launch(
  {executablePath: chromiumPath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : []});

// --- a page that listens for what must not happen
export const troubles = [];
export async function open(options) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, colorScheme: "light", ...options});
  const page = await context.newPage();
  page.on("console", (message) => troubles.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    troubles.push(`a name ran as script: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !url.startsWith("data:")) troubles.push(`request: ${url}`);
  });
  await page.goto(address);
  return page;
}
export const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
export const tickTexts = (figure) => figure.locator(".ticks text").allTextContents();
export const tickMarkup = (figure) =>
  figure.locator(".ticks").evaluateAll((all) => all.map((group) => group.innerHTML));
export const tip = (figure) => figure.locator(".tip");
export const figureOf = (page, title) => page.locator("figure", {has: page.locator("h3", {hasText: title})});
/// The middle of an element, in the window.
export async function middle(locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
export async function drag(page, frame, from, to) {
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}
