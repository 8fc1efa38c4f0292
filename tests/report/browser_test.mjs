// A sample report in a browser: what a reader sees and can do.
//
// usage: node browser_test.mjs SAMPLE_PROGRAM TOOLS_FOLDER [--keep FOLDER]
//
// TOOLS_FOLDER holds node_modules/playwright-core (./dev test puts it there). --keep leaves the page and screenshots of
// it in a folder, to look at. Ends with 77, skipped, where there is no chromium.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import {
  background, browser, drag, figureOf, folder, keep, middle, open, tickMarkup, tickTexts, tip,
  troubles} from "./reader.mjs";

const seriesMark = (figure, series, mark) => figure.locator(".series").nth(series).locator(".mark").nth(mark);

const tests = {
  async "every plot has marks, and all of them inside its axes"() {
    const page = await open({});
    const plots = await page.locator("svg.plot").evaluateAll((all) => all.map((svg) => {
      const frame = svg.querySelector(".frame").getBoundingClientRect();
      const marks = [...svg.querySelectorAll(".mark")].map((mark) => mark.getBoundingClientRect());
      const inside = marks.filter((m) => m.width > 0 && m.left >= frame.left - 1 && m.right <= frame.right + 1 &&
                                         m.top >= frame.top - 1 && m.bottom <= frame.bottom + 1);
      return {marks: marks.length, inside: inside.length, ticks: svg.querySelectorAll(".ticks text").length,
              empty: svg.textContent.includes("nothing to show"), width: frame.width, height: frame.height};
    }));
    assert.equal(plots.length, 5);
    for (const plot of plots) {
      assert.equal(plot.inside, plot.marks);
      assert.ok(plot.marks > 0 || plot.empty);
      assert.ok(plot.ticks >= 6 && plot.width > 300 && plot.height > 200, JSON.stringify(plot));
    }
    assert.deepEqual(plots.map((plot) => plot.marks), [36, 300, 70, 2, 0]);
    assert.equal(await page.locator("svg.map .cell").count(), 42);
  },

  async "labels of an axis do not overlap, on a desk or on a phone"() {
    for (const width of [1280, 800, 390]) {
      const page = await open({viewport: {width, height: 900}});
      const groups = page.locator(".ticks, .names:not(.slanted)");
      const overlaps = await groups.evaluateAll((all) => all.flatMap((group) => {
        const boxes = [...group.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
        return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
          a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2)
          .map(() => group.closest("figure").querySelector("h3").textContent));
      }));
      assert.deepEqual(overlaps, [], `at ${width}`);
    }
  },

  async "pointing at a mark shows its values"() {
    const page = await open({});
    const figure = figureOf(page, "Error against budget"), mark = seriesMark(figure, 0, 4);
    const {x, y, low, high} = await mark.evaluate((m) => ({...m.dataset}));
    assert.equal(x, "10000");
    assert.ok(Math.abs(Number(y) - 0.02) < 0.003, y);
    await page.mouse.move(...await middle(mark));
    assert.equal(await tip(figure).innerText(),
                 `single-loop\nbudget T (samples): ${x}\nsquared residual: ${y}\ninterval: ${low} to ${high}`);
    await page.mouse.move(5, 5);
    assert.ok(await tip(figure).isHidden());
    const map = figureOf(page, "Error over step sizes");
    await page.mouse.move(...await middle(map.locator(".cell").nth(8)));
    assert.match(await tip(map).innerText(), /slow step: 0.01\nfast step: 0.03\nmean error: 0.0056/);
  },

  async "names stay text in tooltips"() {
    const page = await open({});
    const figure = figureOf(page, "Error against budget"), mark = seriesMark(figure, 2, 8);
    await page.mouse.move(...await middle(mark));
    assert.match(await tip(figure).innerText(), /^raw <script>alert\(1\)<\/script> & "quotes"\n/);
    assert.equal(await page.locator("script").count(), 1);
  },

  async "a finger shows values, too"() {
    const page = await open({viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true});
    const figure = figureOf(page, "Error against budget"), mark = seriesMark(figure, 3, 8);
    await page.touchscreen.tap(...await middle(mark));
    assert.match(await tip(figure).innerText(), /^Überlänge/);
    const box = await tip(figure).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  },

  async "the keyboard reaches every value"() {
    const page = await open({});
    const figure = figureOf(page, "Error against budget");
    const focused = () => figure.locator("svg.plot").evaluate((svg) => svg === document.activeElement);
    for (let i = 0; i < 40 && !await focused(); ++i) await page.keyboard.press("Tab");
    assert.match(await tip(figure).innerText(), /^single-loop\nbudget T \(samples\): 100\n/);
    await page.keyboard.press("ArrowRight");
    assert.match(await tip(figure).innerText(), /\(samples\): 316.228\n/);
    await page.keyboard.press("ArrowDown");
    assert.match(await tip(figure).innerText(), /^inner-loop with warm start\n/);
    await page.keyboard.press("Escape");
    assert.ok(await tip(figure).isHidden());
    const before = await tickTexts(figure);
    await page.keyboard.press("+");
    assert.notDeepEqual(await tickTexts(figure), before);
    await page.keyboard.press("0");
    assert.deepEqual(await tickTexts(figure), before);
    const map = figureOf(page, "Error over step sizes");
    await map.locator("svg.map").focus();
    for (const key of ["ArrowRight", "ArrowUp"]) await page.keyboard.press(key);  // the first is shown on focus
    assert.match(await tip(map).innerText(), /slow step: 0.003\nfast step: 0.03\n/);
  },

  async "a rectangle zooms, ticks follow, marks keep their size and their place on the axes"() {
    const page = await open({});
    for (const title of ["Error against budget", "Every colour and shape", "Paths of the slow variable"]) {
      const figure = figureOf(page, title), frame = figure.locator(".frame");
      const before = await tickMarkup(figure);
      const size = (await figure.locator(".mark").first().boundingBox()).width;
      await drag(page, frame, [0.3, 0.3], [0.7, 0.6]);
      const during = await tickMarkup(figure);
      assert.notEqual(during[0], before[0], title);
      assert.notEqual(during[1], before[1], title);
      assert.ok((await tickTexts(figure)).length >= 6);
      assert.ok(Math.abs((await figure.locator(".mark").first().boundingBox()).width - size) < 0.01);
      assert.ok(await figure.locator(".mark.out").count() > 0);
      await figure.getByRole("button", {name: "Show everything"}).click();
      // The script's ticks are those of the C++ side, to the letter.
      assert.deepEqual(await tickMarkup(figure), before);
      assert.equal(await figure.locator(".mark.out").count(), 0);
    }
  },

  async "zoomed, a mark still stands where the ticks say"() {
    const page = await open({});
    const figure = figureOf(page, "Error against budget");
    await drag(page, figure.locator(".frame"), [0.35, 0.2], [0.75, 0.8]);
    const off = await figure.locator("svg.plot").evaluate((svg) => {
      const number = (text) => Number(text.replace("−", "-"));
      const value = (tick) => {  // 0.02, 10 to the 4, 3·10 to the 4
        const [factor, ten] = tick.firstChild.textContent.split("·"), power = tick.querySelector("tspan");
        return power ? (ten ? number(factor) : 1) * 10 ** number(power.textContent) : number(factor);
      };
      const marks = [...svg.querySelectorAll(".mark:not(.out)")];
      return Math.max(...["x", "y"].flatMap((axis) => {
        const place = (element) => Number(element.getAttribute(axis));
        const ticks = [...svg.querySelectorAll(`.ticks.${axis} text`)];
        const [first, last] = [ticks.at(0), ticks.at(-1)];
        const unit = (place(last) - place(first)) / Math.log(value(last) / value(first));
        return marks.map((m) => Math.abs(place(first) + unit * Math.log(m.dataset[axis] / value(first)) - place(m)));
      }));
    });
    assert.ok(off < 0.1, `${off} units off`);
    await figure.locator("svg.plot").dblclick({position: {x: 300, y: 100}});
    assert.equal(await figure.locator(".mark.out").count(), 0);
  },

  async "equal axes stay equal"() {
    const page = await open({});
    const figure = figureOf(page, "Paths of the slow variable");
    await drag(page, figure.locator(".frame"), [0.4, 0.1], [0.9, 0.3]);
    const [x, y] = await figure.locator("svg.plot").evaluate((svg) => ["x", "y"].map((axis) => {
      const texts = [...svg.querySelectorAll(`.ticks.${axis} text`)].slice(0, 2);
      const value = (text) => Number(text.textContent.replace("−", "-"));
      const [a, b] = texts.map((text) => [value(text), Number(text.getAttribute(axis))]);
      return Math.abs((b[1] - a[1]) / (b[0] - a[0]));
    }));
    assert.ok(Math.abs(x / y - 1) < 0.01, `${x} ${y}`);
  },

  async "the wheel zooms with ctrl and scrolls without"() {
    const page = await open({});
    const figure = figureOf(page, "Every colour and shape"), before = await tickTexts(figure);
    await page.mouse.move(...await middle(figure.locator(".frame")));
    const top = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction((y) => scrollY !== y, top);
    assert.deepEqual(await tickTexts(figure), before);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -400);
    await page.keyboard.up("Control");
    await page.waitForFunction(() => document.querySelector("#paths .mark.out"));
    assert.notDeepEqual(await tickTexts(figure), before);
  },

  async "the theme follows the system, and the switch"() {
    const light = await open({}), dark = await open({colorScheme: "dark"});
    assert.equal(await background(light), "rgb(255, 255, 255)");
    assert.equal(await background(dark), "rgb(22, 25, 29)");
    const toggle = (page) => page.getByRole("button", {name: "Switch between light and dark"}).click();
    await toggle(light);
    assert.equal(await background(light), "rgb(22, 25, 29)");
    await toggle(light);
    assert.equal(await background(light), "rgb(255, 255, 255)");
    await toggle(dark);
    assert.equal(await background(dark), "rgb(255, 255, 255)");
  },

  async "text and lines stand out in both themes"() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open({colorScheme});
      const low = await page.evaluate(() => {
        const parts = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
        const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
        const luminance = (colour) => {
          const [red, green, blue] = parts(colour).map(linear);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        const page = luminance(getComputedStyle(document.body).backgroundColor);
        const contrast = (colour) => Math.max(luminance(colour) / page, page / luminance(colour));
        const check = (selector, property, least) => [...document.querySelectorAll(selector)]
          .map((element) => [selector, contrast(getComputedStyle(element)[property])])
          .filter(([, found]) => !(found >= least));
        return [...check(".series", "color", 3), ...check("p, h1, h2, h3, th, td, a, .verdict, dt, dd", "color", 4.5),
                ...check(".ticks text, .label", "fill", 4.5)];
      });
      assert.deepEqual(low, [], colorScheme);
    }
  },

  async "nothing is wider than a phone, and tables scroll in their boxes"() {
    for (const width of [390, 320]) {
      const page = await open({viewport: {width, height: 844}});
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `at ${width}`);
      assert.ok(await page.locator(".scroll").first().evaluate((box) => box.scrollWidth > box.clientWidth));
      const smallest = (await page.locator(".ticks text").first().boundingBox()).height;
      assert.ok(smallest > 9, `letters ${smallest} px high`);
    }
  },

  async "printed, it is light, without buttons and with whole figures"() {
    const page = await open({colorScheme: "dark"});
    await page.getByRole("button", {name: "Switch between light and dark"}).click();
    await page.getByRole("button", {name: "Switch between light and dark"}).click();  // dark, and by hand
    await page.emulateMedia({media: "print"});
    assert.equal(await background(page), "rgb(255, 255, 255)");
    assert.equal(await page.locator("button:visible, .tools:visible").count(), 0);
    const breaks = await page.locator("figure").evaluateAll((all) => all.map((f) => getComputedStyle(f).breakInside));
    assert.deepEqual([...new Set(breaks)], ["avoid"]);
    await page.pdf({path: path.join(folder, "print.pdf"), format: "A4"});
  },

  async "links to CSV hold the numbers"() {
    const page = await open({});
    const csv = async (figure) => {
      const link = await figure.locator("a[download]").getAttribute("href");
      return decodeURIComponent(link.slice(link.indexOf(",") + 1));
    };
    const rates = (await csv(figureOf(page, "Error against budget"))).split("\n");
    assert.equal(rates[0], "name,x,y,low,high,kind");
    assert.equal(rates.length, 1 + 36 + 8 + 1);
    assert.match(rates[1], /^single-loop,100,0\.2\d+,0\.1\d+,0\.2\d+,series$/);
    assert.ok(rates.some((row) => row.startsWith('"raw <script>alert(1)</script> & ""quotes""",')));
    assert.ok(rates.some((row) => row.startsWith("Überlänge ∞ 数学 名前,")));
    const map = (await csv(figureOf(page, "Measured less promised"))).split("\n");
    assert.equal(map[1], "rotor,-0.02,0.01,0.04,0.12");
    const link = figureOf(page, "Error over").locator("a[download]");
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.equal(download.suggestedFilename(), "Error-over-step-sizes.csv");
  },

  async "every figure has a name and a text alternative"() {
    const page = await open({});
    for (const picture of await page.locator("figure svg[role=img]").all()) {
      const [name, description] = await picture.evaluate((svg) => ["aria-labelledby", "aria-describedby"]
        .map((key) => document.getElementById(svg.getAttribute(key))?.innerText));
      assert.ok(name && description, `${name}: ${description}`);
    }
    assert.equal(await page.locator("figure svg[role=img]").count(), await page.locator("figure").count());
    const ids = await page.locator("[id]").evaluateAll((all) => all.map((element) => element.id));
    assert.equal(new Set(ids).size, ids.length);
  },

  async "links lead to sections, and the command can be copied"() {
    const page = await open({});
    for (const link of await page.locator("table a, nav a, .anchor").all()) {
      const target = (await link.getAttribute("href")).slice(1);
      assert.equal(await page.evaluate((id) => document.getElementById(id)?.tagName, target), "SECTION");
    }
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", {name: "Copy the command"}).click();
    await page.getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()),
                 "twoscale study rates.toml --replicas 64 --seed 1 --output <results>.sqlite");
  },

  async "without scripts it shows the same figures"() {
    const page = await open({javaScriptEnabled: false});
    assert.equal(await page.locator("svg.plot .mark").count(), 408);
    assert.equal(await page.locator("button").count(), 0);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  troubles.length = 0;
  try {
    await test();
    assert.deepEqual(troubles, []);
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    const where = error.stack.split("\n").find((line) => line.includes("browser_test"));
    console.log(`FAILED  ${name}\n${error.message}\n${where}`);
  }
  for (const context of browser.contexts()) await context.close();
}
if (keep) {
  const views = {light: {}, dark: {colorScheme: "dark"}, phone: {viewport: {width: 390, height: 844}}};
  for (const [name, options] of Object.entries(views)) {
    await (await open(options)).screenshot({path: path.join(folder, `${name}.png`), fullPage: true});
  }
}
await browser.close();
if (!keep) fs.rmSync(folder, {recursive: true});
console.log(failed ? `${failed} failed` : `${Object.keys(tests).length} passed`);
process.exit(failed ? 1 : 0);
