import type { Call, Encapsed, Name, Node, Variable } from 'php-parser';

const KINDS: ReadonlyMap<string, string> = new Map([
  ['arrowfunc', 'a function'],
  ['assign', 'the assignment of a variable'],
  ['bin', 'a calculation'],
  ['cast', 'a conversion of types'],
  ['class', 'a class'],
  ['closure', 'a function'],
  ['echo', 'output'],
  ['eval', 'eval'],
  ['exit', 'exit'],
  ['function', 'a function'],
  ['if', 'a condition'],
  ['include', 'the inclusion of another file'],
  ['inline', 'text outside of <?php'],
  ['magic', 'a constant of PHP'],
  ['match', 'a condition'],
  ['namedargument', 'a named argument'],
  ['new', 'an object'],
  ['offsetlookup', 'an element of a variable'],
  ['print', 'output'],
  ['propertylookup', 'a property of an object'],
  ['retif', 'a condition'],
  ['silent', 'an expression after @'],
  ['staticlookup', 'a member of a class'],
  ['try', 'a try block'],
  ['unary', 'a calculation'],
]);
/** Fits a terminal line. */
const MAX_NAME_CHARACTERS = 60;

/** Unsupported code as the subject of a sentence: "the call of system()". */
export function describePhp(node: Node): string {
  switch (node.kind) {
    case 'call':
      return describeCall(node as Call);
    case 'encapsed':
      return (node as Encapsed).type === 'shell'
        ? 'a shell command in backticks'
        : 'a text with variables in it';
    case 'expressionstatement':
      return describePhp((node as Node & { expression: Node }).expression);
    case 'name':
      return `the constant ${cut((node as Name).name)}`;
    case 'variable':
      return describeVariable(node as Variable);
    default:
      return KINDS.get(node.kind) ?? `PHP code (${node.kind})`;
  }
}

function describeCall({ what }: Call): string {
  return what.kind === 'name' ? `the call of ${cut((what as Name).name)}()` : 'the call of a function';
}

function describeVariable({ name }: Variable): string {
  return typeof name === 'string' ? `the variable $${cut(name)}` : 'a variable';
}

function cut(name: string): string {
  return name.slice(0, MAX_NAME_CHARACTERS);
}
