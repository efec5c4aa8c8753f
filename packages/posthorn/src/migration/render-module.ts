import { isPhpArray, isPhpList, type PhpArray, type PhpValue } from './php-value.ts';

/** A module's content. */
export interface ModuleText {
  readonly comment: readonly string[];
  readonly value: PhpArray;
}

const INDENT = '  ';
const MAX_LINE_CHARACTERS = 100;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Renders a readable module: arrays without keys as lists, others as objects. */
export function renderModule({ comment, value }: ModuleText): string {
  const lines = comment.map((line) => ` * ${line}`);
  return ['/**', ...lines, ' */', `export default ${renderValue(value, '')};`, ''].join('\n');
}

function renderValue(value: PhpValue, indent: string): string {
  if (typeof value === 'string') return renderText(value);
  if (!isPhpArray(value)) return String(value);
  return isPhpList(value) ? renderList([...value.values()], indent) : renderObject(value, indent);
}

function renderList(values: readonly PhpValue[], indent: string): string {
  const isPlain = !values.some(isPhpArray);
  const inner = indent + INDENT;
  const items = values.map((value) => renderValue(value, inner));
  const line = `[${items.join(', ')}]`;
  if (isPlain && indent.length + line.length <= MAX_LINE_CHARACTERS) return line;
  return `[\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}]`;
}

function renderObject(object: PhpArray, indent: string): string {
  const inner = indent + INDENT;
  const members = [...object].map(
    ([key, value]) => `${inner}${renderKey(key)}: ${renderValue(value, inner)},\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

/** Without brackets, `__proto__` would set the prototype. */
function renderKey(key: string | number): string {
  if (key === '__proto__') return "['__proto__']";
  return typeof key === 'string' && IDENTIFIER.test(key) ? key : renderText(String(key));
}

/** JSON escapes are valid in JavaScript; only quotes differ. */
function renderText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
