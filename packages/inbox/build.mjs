/** `node build.mjs DIR`: makes the files of the page from `src`: one script, style sheets, two documents and the licences of others. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { ICON_NAMES } from './src/views/icon-names.mjs';

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Name a directory for the files.');
  process.exit(2);
}
const target = join(resolve(directory), 'page');
const require = createRequire(import.meta.url);
process.chdir(import.meta.dirname);

mkdirSync(target, { recursive: true });
const { metafile } = await build({
  entryPoints: { inbox: 'src/main.tsx', style: 'src/styles/style.css', frame: 'src/styles/frame.css' },
  absWorkingDir: import.meta.dirname,
  outdir: target,
  bundle: true,
  minify: true,
  metafile: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
});
writeFileSync(
  join(target, 'index.html'),
  readFileSync('src/index.html', 'utf8').replace('<!-- icons -->', icons()),
);
writeFileSync(join(target, 'frame.html'), readFileSync('src/frame.html', 'utf8'));
writeFileSync(join(target, 'licences.txt'), licences(Object.keys(metafile.inputs)));

/** One symbol for each icon; a view shows it by its name. */
function icons() {
  const symbols = ICON_NAMES.map((name) => {
    const svg = readFileSync(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
    const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
    return `<symbol id="icon-${name}" viewBox="0 0 24 24">${shapes.replaceAll(/\s*\n\s*/g, '')}</symbol>`;
  });
  return `<svg hidden>${symbols.join('')}</svg>`;
}

/** The licence texts of the packages that are part of the page. */
function licences(inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const icons = dirname(require.resolve('lucide-static/package.json'));
  return [...new Set([...folders.filter((folder) => folder !== undefined), icons])]
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}`;
    })
    .join('\n\n');
}
