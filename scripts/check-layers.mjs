/**
 * Checks each import of `packages/posthorn/src` against the table of layers, and that the rooms of a layer import each other in one
 * direction only. Its rooms are its subfolders, and the files next to them. Each other package, and each folder, has rooms in the same way.
 * In no package files import each other in a circle, not even for types.
 * Exit code 1 when an import is not allowed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { LAYERS, PACKAGES } from './layers.mjs';

const { values: options } = parseArgs({
  options: { root: { type: 'string', default: join(import.meta.dirname, '..') } },
});
process.chdir(options.root);

const SOURCE = 'packages/posthorn/src';
/** Longer names first: `http/v1` comes before `http`. */
const FOLDERS = Object.keys(LAYERS).sort((a, b) => b.length - a.length);

const files = sourceFiles(SOURCE);
const circles = readdirSync('packages')
  .map((name) => `packages/${name}/src`)
  .filter((source) => existsSync(source))
  .flatMap((source) => [...foldersIn(source).flatMap(circlesOfRooms), ...circleOfFiles(source)]);
const problems = [...files.flatMap(problemsOf), ...circles, ...unusedPackages()];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The folder itself and all below it. */
function foldersIn(folder) {
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...inner.flatMap(({ name }) => foldersIn(`${folder}/${name}`))];
}

function sourceFiles(source) {
  return readdirSync(source, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
}

function problemsOf(file) {
  const folder = folderOf(file);
  if (folder === undefined) return [`${SOURCE}/${file}: its folder is missing in scripts/layers.mjs.`];
  return importsOf(SOURCE, file)
    .filter((specifier) => !isAllowed({ file, folder, specifier }))
    .map((specifier) => `${SOURCE}/${file}: ${folder} must not import ${specifier}. See scripts/layers.mjs.`);
}

function importsOf(source, file) {
  const text = readFileSync(join(source, file), 'utf8');
  const { module } = parseSync(file, text);
  const exported = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest));
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest);
  // A path that is only known at run time is a file of the installation.
  const dynamic = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
    .filter((literal) => literal.startsWith("'"))
    .map((literal) => literal.slice(1, -1));
  return [
    ...[...imported, ...exported].filter((request) => request !== null).map(({ value }) => value),
    ...dynamic,
  ];
}

function isAllowed({ file, folder, specifier }) {
  if (specifier.startsWith('node:')) return true;
  if (!specifier.startsWith('.')) return foldersOfPackage(specifier).includes(folder);
  const target = folderOf(normalize(join(dirname(file), specifier)));
  return target === folder || namesOf(target).some((name) => LAYERS[layerOf(folder)].imports.includes(name));
}

function foldersOfPackage(specifier) {
  const [scope] = specifier.split('/');
  return PACKAGES[specifier] ?? PACKAGES[`${scope}/*`] ?? [];
}

/** The folder of a file as rows and packages name it, such as `http/v1` or `adapters/imap`. */
function folderOf(file) {
  const [first, second, third] = file.split('/');
  if (second === undefined) return '.';
  if (first === 'adapters' && third !== undefined) return `adapters/${second}`;
  return FOLDERS.find((folder) => file.startsWith(`${folder}/`));
}

/** The row of a folder. */
function layerOf(folder = '') {
  return folder in LAYERS || !folder.startsWith('adapters/') ? folder : 'adapters/*';
}

/** How rows may name a folder that they import. */
function namesOf(folder = '') {
  return folder.startsWith('adapters/') ? [folder, 'adapters/*'] : [folder];
}

/** One problem for each import that closes a circle of rooms. */
function circlesOfRooms(source) {
  const steps = sourceFiles(source).flatMap((file) => stepsBetweenRooms(source, file));
  return steps
    .filter(({ from, to }) => isReachable({ from: to, to: from, steps }))
    .map(({ file, from, to }) => `${source}/${file}: ${from} and ${to} import each other.`);
}

function stepsBetweenRooms(source, file) {
  const from = roomOf(source, file);
  return importedFiles(source, file)
    .map((imported) => roomOf(source, imported))
    .filter((to) => from.layer === to.layer && from.room !== to.room)
    .map((to) => ({ file, from: from.room, to: to.room }));
}

/** One problem that names all files in circles, and those between two of them; none where there is no circle. */
function circleOfFiles(source) {
  const imports = new Map(sourceFiles(source).map((file) => [file, new Set(importedFiles(source, file))]));
  for (let count = -1; count !== imports.size; ) {
    count = imports.size;
    const imported = new Set([...imports.values()].flatMap((files) => [...files]));
    for (const [file, files] of imports) {
      const isInNone = !imported.has(file) || ![...files].some((other) => imports.has(other));
      if (isInNone) imports.delete(file);
    }
  }
  const names = [...imports.keys()].sort();
  return names.length === 0 ? [] : [`${source}: these files import each other: ${names.join(', ')}.`];
}

function importedFiles(source, file) {
  return importsOf(source, file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)));
}

/** The subfolder of its layer in which a file is, or the file itself where it lies next to them. */
function roomOf(source, file) {
  const layer = source === SOURCE ? folderOf(file) : '.';
  const names = file.split('/');
  const depth = layer === undefined || layer === '.' ? 0 : layer.split('/').length;
  return { layer, room: names.slice(0, depth + 1).join('/') };
}

function isReachable({ from, to, steps }) {
  const reached = new Set([from]);
  for (const room of reached) {
    for (const step of steps) if (step.from === room) reached.add(step.to);
  }
  return reached.has(to);
}

/** A package that is no longer imported leaves the table too. */
function unusedPackages() {
  const imported = new Set(files.flatMap((file) => importsOf(SOURCE, file)));
  const isUsed = (name) =>
    name.endsWith('/*')
      ? [...imported].some((specifier) => specifier.startsWith(name.slice(0, -1)))
      : imported.has(name);
  return Object.keys(PACKAGES)
    .filter((name) => !isUsed(name))
    .map((name) => `scripts/layers.mjs: nothing imports ${name}.`);
}
