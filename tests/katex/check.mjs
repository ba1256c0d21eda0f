#!/usr/bin/env node
// Renders every formula of its input with KaTeX and reports what it refuses.
//
//     node check.mjs [--limit N] [FILE…]        (standard input without a file)
//
// A line that is a JSON object holds the formula, or a text with $…$, in its field `text`; any
// other line is a formula as it stands. Exit status: 0 all render, 1 some do not, 2 bad usage.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import process from "node:process";
import katex from "katex";

const options = { throwOnError: true, strict: "ignore", displayMode: true, output: "html", macros: {} };

/** Commands that readers and printers know and KaTeX may not: a macro only where it has none. */
const wanted = {
  "\\R": "\\mathbb{R}",
  "\\N": "\\mathbb{N}",
  "\\Z": "\\mathbb{Z}",
  "\\Q": "\\mathbb{Q}",
  "\\C": "\\mathbb{C}",
  "\\veebar": "\\mathbin{\\underline{\\vee}}",
};
for (const [name, body] of Object.entries(wanted)) {
  if (refusal(name) !== null) options.macros[name] = body;
}

/** A command of plain TeX that KaTeX lacks and whose arguments a word parts. */
const preamble = "\\def\\root#1\\of#2{\\sqrt[#1]{#2}}";

/** Why KaTeX refuses a formula; null when it renders. */
function refusal(latex) {
  try {
    katex.renderToString(latex.includes("\\root") ? preamble + latex : latex, { ...options, macros: { ...options.macros } });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The formulas of a line: the pieces between dollars of a text, or all of it. */
function formulas(line) {
  let text = line;
  let prose = false;
  if (line.startsWith("{")) {
    try {
      const row = JSON.parse(line);
      if (typeof row.text === "string") {
        text = row.text;
        prose = row.is_text === true;
      }
    } catch {
      // Not JSON: a formula that begins with a brace.
    }
  }
  if (!prose && !/(?<!\\)\$/.test(text)) return [text];
  const pieces = text.replaceAll("$$", "$").split(/(?<!\\)\$/);
  return pieces.filter((_, i) => i % 2 === 1);
}

let limit = 20;
const files = [];
for (let i = 2; i < process.argv.length; i += 1) {
  const argument = process.argv[i];
  if (argument === "--limit") {
    i += 1;
    limit = Number(process.argv[i]);
    if (!Number.isInteger(limit) || limit < 0) {
      console.error("--limit wants a number");
      process.exit(2);
    }
  } else if (argument.startsWith("--")) {
    console.error("usage: node check.mjs [--limit N] [FILE…]");
    process.exit(2);
  } else {
    files.push(argument);
  }
}

let checked = 0;
let failed = 0;

async function check(name, stream) {
  let number = 0;
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === "") continue;
    for (const latex of formulas(line)) {
      checked += 1;
      const reason = refusal(latex);
      if (reason === null) continue;
      failed += 1;
      if (failed <= limit) console.log(`${name}:${number}: ${latex}\n    ${reason}`);
    }
  }
}

if (files.length === 0) {
  await check("stdin", process.stdin);
} else {
  for (const file of files) {
    try {
      await check(file, createReadStream(file, "utf8"));
    } catch (error) {
      console.error(`${file}: ${error.message}`);
      process.exit(2);
    }
  }
}
if (failed > limit) console.log(`… and ${failed - limit} more`);
console.log(`${checked} formulas checked with KaTeX ${katex.version}, ${failed} refused`);
process.exit(failed === 0 ? 0 : 1);
