"use strict";
// What a report can do beyond being read: values at the pointer, zoom, the theme's switch, copying. Nothing is fetched,
// and nothing is remembered. Without scripts the page only lacks these.
(() => {
  const make = (parent, name, text, attributes = {}) => {
    const space = parent instanceof SVGElement ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1999/xhtml";
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return parent.appendChild(element);
  };
  const button = (parent, text, label, act) => {
    const element = make(parent, "button", text, {type: "button", "aria-label": label, title: label});
    element.addEventListener("click", act);
    return element;
  };
  const place = (value) => String(Number(value.toFixed(2)));
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

  // --- ticks, by the rules of src/report/axis.cpp: [at, [text, exponent]], without a label for minor ones
  const MOST = 8, SLACK = 1e-9;
  const minus = (value) => (value < 0 ? "−" : "") + Math.abs(value);
  const powerLabel = (digit, exponent, amongDecades) => {
    if (exponent === 0) return [String(digit)];
    if (exponent === 1) return [digit + "0"];
    if (digit === 1 && (amongDecades || Math.abs(exponent) > 2)) return ["10", exponent];
    if (exponent === 2) return [digit + "00"];
    if (exponent < 0 && exponent > -3) return ["0." + "0".repeat(-exponent - 1) + digit];
    return [digit + "·10", exponent];
  };
  const linearLabel = (value, step) => {
    if (value === 0) return ["0"];
    const size = Math.abs(value), sign = value < 0 ? "−" : "";
    const stepExponent = Math.floor(Math.log10(step) + SLACK), decimals = Math.max(0, -stepExponent);
    if (size < 1e6 && decimals <= 4) return [sign + size.toFixed(decimals)];
    const exponent = Math.floor(Math.log10(size) + SLACK);
    const digits = clamp(exponent - stepExponent + 1, 1, 15);
    const mantissa = String(Number((size / 10 ** exponent).toPrecision(digits)));
    return [sign + (mantissa === "1" ? "" : mantissa + "·") + "10", exponent];
  };
  const linearTicks = (low, high) => {
    const least = (high - low) / MOST, power = 10 ** Math.floor(Math.log10(least)), slack = SLACK * (high - low);
    const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10), out = [];
    for (let n = Math.ceil((low - slack) / step); n * step <= high + slack; ++n) {
      out.push([clamp(n * step, low, high), linearLabel(n * step, step)]);
    }
    return out;
  };
  const logTicks = (low, high) => {
    const stride = Math.max(1, Math.ceil((high - low) / MOST));
    for (const digits of ["1", "13", "125", "123456789"]) {
      const out = [];
      for (let exponent = Math.floor(low); exponent <= Math.floor(high) + 1; ++exponent) {
        for (let digit = 1; digit <= 9; ++digit) {
          const at = exponent + Math.log10(digit);
          if (at < low - SLACK || at > high + SLACK) continue;
          const labelled = exponent % stride === 0 && digits.includes(digit);
          if (!labelled && high - low > MOST && digit > 1) continue;
          out.push([at, labelled && powerLabel(digit, exponent, digits === "1")]);
        }
      }
      if (out.filter(([, label]) => label).length >= 3) return out;
    }
    return linearTicks(10 ** low, 10 ** high).map(([at, label]) => [clamp(Math.log10(at), low, high), label]);
  };
  const drawTicks = (group, ticks, toPlace, line, spot) => {
    group.replaceChildren();
    for (const [at, label] of ticks) {
      const p = place(toPlace(at));
      make(group, "path", "", {class: label ? "grid" : "minor", d: line(p, label)});
    }
    for (const [at, label] of ticks.filter((tick) => tick[1])) {
      const text = make(group, "text", label[0], spot(place(toPlace(at))));
      if (label.length > 1) make(text, "tspan", minus(label[1]), {class: "sup", dy: "-0.5em"});
    }
  };

  // --- values: a tooltip at the mark nearest to the pointer, or chosen with the arrow keys
  const addTips = (svg, reach) => {
    const canvas = svg.parentNode, marks = [...svg.querySelectorAll(".mark")];
    if (marks.length === 0) return {hide() {}};
    const tip = make(canvas, "div", "", {class: "tip", role: "status", hidden: ""});
    let current = null;
    const middle = (mark) => {
      const box = mark.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const hide = () => {
      current?.classList.remove("on");
      current = null;
      tip.hidden = true;
    };
    const row = (name, value) => {
      if (value === undefined) return;
      const line = make(tip, "div");
      make(line, "span", name + ": ");
      line.append(value);
    };
    const show = (mark) => {
      hide();
      current = mark;
      mark.classList.add("on");
      tip.replaceChildren();
      const {x, y, value, low, high} = mark.dataset, labels = svg.dataset;
      const name = mark.dataset.name ?? mark.parentNode.dataset.name;
      if (name) make(tip, "b", name);
      row(labels.xLabel || "x", x);
      row(labels.yLabel || "y", y);
      row(labels.valueLabel || "value", value);
      if (low !== undefined) row("interval", low + " to " + high);
      tip.hidden = false;
      const frame = canvas.getBoundingClientRect(), [left, top] = middle(mark);
      const above = top - frame.top - tip.offsetHeight - 14;
      tip.style.left = clamp(left - frame.left - tip.offsetWidth / 2, 0, frame.width - tip.offsetWidth) + "px";
      tip.style.top = (above < 0 ? top - frame.top + 14 : above) + "px";
    };
    const nearest = (event) => {
      if (reach === 0) return event.target.closest(".mark");
      let best = null, least = reach * (event.pointerType === "touch" ? 2 : 1);
      for (const mark of marks.filter((m) => !m.classList.contains("out"))) {
        const [x, y] = middle(mark), distance = Math.hypot(x - event.clientX, y - event.clientY);
        if (distance < least) [best, least] = [mark, distance];
      }
      return best;
    };
    const point = (event) => {
      const mark = nearest(event);
      if (!mark) hide();
      else if (mark !== current) show(mark);
    };
    const step = (by) => {
      const shown = marks.filter((mark) => !mark.classList.contains("out"));
      if (shown.length) show(shown[clamp(shown.indexOf(current) + by, 0, shown.length - 1)]);
    };
    const nextSeries = (by) => {
      const shown = marks.filter((mark) => !mark.classList.contains("out"));
      const groups = [...new Set(shown.map((mark) => mark.parentNode))], at = groups.indexOf(current?.parentNode) + by;
      const group = groups[(at + groups.length) % groups.length];
      if (group) show(shown.find((mark) => mark.parentNode === group));
    };
    const columns = Number(svg.dataset.columns);  // of a map, whose rows go upwards
    const keys = {
      ArrowRight: () => step(1), ArrowLeft: () => step(current ? -1 : 0), Escape: hide,
      ArrowDown: () => (columns ? step(-columns) : nextSeries(1)),
      ArrowUp: () => (columns ? step(columns) : nextSeries(-1)),
    };
    svg.addEventListener("pointermove", (event) => event.buttons === 0 && point(event));
    svg.addEventListener("click", point);
    svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hide());
    svg.addEventListener("focus", () => svg.matches(":focus-visible") && !current && step(0));
    svg.addEventListener("blur", hide);
    svg.addEventListener("keydown", (event) => {
      if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
      keys[event.key]();
      event.preventDefault();
    });
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("aria-roledescription", "figure; arrow keys go through its values");
    return {hide};
  };

  // --- zoom: every place p in the drawing goes to scale * p + shift; ticks are drawn anew
  const addZoom = (svg, tips) => {
    const data = svg.querySelector(".data"), frame = svg.querySelector(".frame");
    const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(frame.getAttribute(name)));
    const axis = (text) => [text.startsWith("log"), ...text.split(" ").slice(1).map(Number)];
    const sides = [{from: left, to: left + width, axis: axis(svg.dataset.xAxis), group: ".ticks.x"},
                   {from: top + height, to: top, axis: axis(svg.dataset.yAxis), group: ".ticks.y"}];
    const lines = [...data.querySelectorAll("polyline")].map((line) =>
      [line, line.getAttribute("points").split(" ").map((pair) => pair.split(",").map(Number))]);
    const spots = [...data.querySelectorAll("use")].map((use) =>
      [use, Number(use.getAttribute("x")), Number(use.getAttribute("y"))]);
    let view = [[1, 0], [1, 0]];  // scale and shift in x and in y
    const moved = (side, p) => view[side][0] * p + view[side][1];
    const inverse = (side, p) => (p - view[side][1]) / view[side][0];

    const draw = () => {
      tips.hide();
      for (const [line, pairs] of lines) {
        line.setAttribute("points", pairs.map(([x, y]) => place(moved(0, x)) + "," + place(moved(1, y))).join(" "));
      }
      for (const [use, x, y] of spots) {
        const [p, q] = [moved(0, x), moved(1, y)];
        use.setAttribute("x", place(p));
        use.setAttribute("y", place(q));
        use.classList.toggle("out", p < left || p > left + width || q < top || q > top + height);
      }
      sides.forEach(({from, to, axis: [log, low, high], group}, side) => {
        const value = (p) => low + (inverse(side, p) - from) / (to - from) * (high - low);
        const found = (log ? logTicks : linearTicks)(value(from), value(to));
        const spot = (at) => moved(side, from + (at - low) / (high - low) * (to - from));
        const [line, text] = side === 0
          ? [(p, label) => `M${p} ${place(top + height)}` + (label ? `V${place(top)}` : "v-4"),
             (p) => ({x: p, y: place(top + height + 8)})]
          : [(p, label) => `M${place(left)} ${p}` + (label ? `H${place(left + width)}` : "h4"),
             (p) => ({x: place(left - 8), y: p})];
        drawTicks(svg.querySelector(group), found, spot, line, text);
      });
      reset.disabled = out.disabled = view[0][0] === 1 && view[1][0] === 1;
      into.disabled = view[0][0] >= 1000 && view[1][0] >= 1000;
    };
    const set = (scales, shifts) => {
      view = [[left, width], [top, height]].map(([start, length], side) => {
        const scale = clamp(scales[side], 1, 1000);  // never further out than everything
        return [scale, scale === 1 ? 0 : clamp(shifts[side], (1 - scale) * (start + length), (1 - scale) * start)];
      });
      draw();
    };
    const by = (factor, [x, y]) => {
      const scales = view.map(([scale]) => clamp(scale * factor, 1, 1000));
      set(scales, [x - scales[0] * inverse(0, x), y - scales[1] * inverse(1, y)]);
    };
    const home = () => set([1, 1], [0, 0]);
    const centre = [left + width / 2, top + height / 2];
    const tools = svg.closest("figure").querySelector(".tools"), link = tools.firstChild;
    const into = button(tools, "+", "Zoom in", () => by(1.6, centre));
    const out = button(tools, "−", "Zoom out", () => by(1 / 1.6, centre));
    const reset = button(tools, "Reset", "Show everything", home);
    tools.append(link);
    reset.disabled = out.disabled = true;

    const at = (event) => {
      const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [clamp(p.x, left, left + width), clamp(p.y, top, top + height)];
    };
    let start = null, choice = null, dragged = false;
    svg.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.pointerType === "touch" || event.button !== 0) return;  // fingers scroll the page
      start = at(event);
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (!start) return;
      const end = at(event);
      const low = start.map((p, i) => Math.min(p, end[i])), high = start.map((p, i) => Math.max(p, end[i]));
      if (!choice && high[0] - low[0] + high[1] - low[1] < 6) return;
      choice ??= make(svg, "rect", "", {class: "choice"});
      const sizes = {x: low[0], y: low[1], width: high[0] - low[0], height: high[1] - low[1]};
      for (const [name, value] of Object.entries(sizes)) choice.setAttribute(name, place(value));
    });
    const finish = (event) => {
      const chosen = choice && ["x", "y", "width", "height"].map((name) => Number(choice.getAttribute(name)));
      choice?.remove();
      start = choice = null;
      if (!chosen || event.type !== "pointerup" || Math.min(chosen[2], chosen[3]) < 4) return;
      dragged = true;
      let factors = [width / chosen[2], height / chosen[3]];
      if ("equal" in svg.dataset) factors = factors.fill(Math.min(...factors));
      const middle = [chosen[0] + chosen[2] / 2, chosen[1] + chosen[3] / 2];
      const scales = factors.map((factor, side) => clamp(view[side][0] * factor, 1, 1000));
      set(scales, middle.map((p, side) => centre[side] - scales[side] * inverse(side, p)));
    };
    svg.addEventListener("pointerup", finish);
    svg.addEventListener("pointercancel", finish);
    svg.addEventListener("click", (event) => dragged && event.stopImmediatePropagation(), true);
    svg.addEventListener("dblclick", home);
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;  // a plain wheel scrolls the page; a pinch arrives with ctrl
      event.preventDefault();
      by(Math.exp(-clamp(event.deltaY, -200, 200) / 300), at(event));
    }, {passive: false});
    svg.addEventListener("keydown", (event) => {
      const tool = {"+": into, "=": into, "-": out, 0: reset}[event.key];
      if (tool && !event.ctrlKey && !event.metaKey) tool.click();
    });
  };

  // --- the page
  for (const svg of document.querySelectorAll("svg.map")) addTips(svg, 0);
  for (const svg of document.querySelectorAll("svg.plot")) addZoom(svg, addTips(svg, 28));
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  button(document.querySelector("header"), "◐ Theme", "Switch between light and dark", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
  });
  for (const box of document.querySelectorAll(".command")) {
    const copy = button(box, "Copy", "Copy the command", async () => {
      const code = box.querySelector("code");
      getSelection().selectAllChildren(code);  // where copying is not allowed, the reader's own keys do it
      await navigator.clipboard?.writeText(code.textContent).then(() => (copy.textContent = "Copied"), () => {});
    });
  }
})();
