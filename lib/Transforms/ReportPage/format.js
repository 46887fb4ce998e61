// Numbers and small pieces of the page.

const $ = (id) => document.getElementById(id);

function formatBytes(bytes) {
  for (const [unit, size] of [['TB', 1e12], ['GB', 1e9], ['MB', 1e6], ['kB', 1e3]])
    if (Math.abs(bytes) >= size) return `${(bytes / size).toFixed(3)} ${unit}`;
  return `${bytes} B`;
}

const formatCount = (number) => number.toLocaleString('en-US');

const countOf = (number, one, many = `${one}s`) => `${formatCount(number)} ${number === 1 ? one : many}`;

function formatNs(ns) {
  for (const [unit, size] of [['s', 1e9], ['ms', 1e6], ['µs', 1e3]])
    if (Math.abs(ns) >= size) return `${(ns / size).toFixed(3)} ${unit}`;
  return `${ns} ns`;
}

const formatPercent = (percent) => `${percent.toFixed(3)} %`;

/// An element with attributes (functions are listeners) and children (texts or elements).
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function makeSvg(tag, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/// The end of a long name: there names differ.
const shortName = (name) => name.length > 42 ? `…${name.slice(-41)}` : name;

const swatch = (kind) => make('span', {class: 'swatch', style: `background: var(--kind-${kind})`});

/// About `count` round numbers from 0 to `limit`.
function ticks(limit, count) {
  if (limit <= 0) return [0];
  const rough = limit / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const all = [];
  for (let index = 0; index * step <= limit; ++index) all.push(index * step);
  return all;
}
