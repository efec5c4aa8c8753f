/** Longer ones attack the matcher. */
const MAX_CHARACTERS = 200;
const MAX_COMPOUNDS = 8;
/** Longer values match nothing. */
const MAX_VALUE_CHARACTERS = 1000;
const MAX_CLASSES = 20;

/** An element for selectors. */
export interface StyledElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly classes: readonly string[];
  /** Among siblings, from 1. */
  readonly position: number;
}

type Test = (element: StyledElement) => boolean;

interface Compound {
  readonly tests: readonly Test[];
  readonly relation: 'child' | 'descendant';
}

/** A selector without commas. */
export interface Selector {
  readonly compounds: readonly Compound[];
  /** Ids, classes and attributes, names in one number (CSS Selectors 4). */
  readonly specificity: number;
  /** Required name, `.class` or `#id`, else `*`. */
  readonly key: string;
}

/** The element for matching. */
export function toStyledElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  position: number,
): StyledElement {
  const names = Object.hasOwn(attributes, 'class') ? (attributes.class ?? '') : '';
  const classes = names.slice(0, MAX_VALUE_CHARACTERS).split(/\s+/, MAX_CLASSES);
  return { name, attributes, classes, position };
}

/** An element's selector keys. */
export function keysOf({ name, attributes, classes }: StyledElement): readonly string[] {
  const id = attributeOf(attributes, 'id');
  return ['*', name, ...new Set(classes.map((each) => `.${each}`)), ...(id === undefined ? [] : [`#${id}`])];
}

const TOKEN =
  /(?<name>\*|[a-z][a-z0-9-]*)|[.](?<className>[\w-]+)|#(?<id>[\w-]+)|\[\s*(?<attribute>[\w-]+)\s*(?:(?<operator>[~^$*|]?=)\s*(?:"(?<double>[^"\]]*)"|'(?<single>[^'\]]*)'|(?<bare>[\w-]+))\s*)?\]|:(?<pseudo>[a-z-]+)(?:\((?<argument>[^()]*)\))?|(?<combinator>\s*>\s*|\s+)/iy;
const NTH = /^(?:(?<odd>odd)|(?<even>even)|(?:(?<step>[+-]?\d{0,4})n)?\s*(?<offset>[+-]?\s*\d{1,4})?)$/i;
const [OF_ID, OF_CLASS, OF_NAME] = [10_000, 100, 1];

interface SimpleSelector {
  readonly test: Test;
  readonly specificity: number;
  readonly key?: string;
}

type Groups = Readonly<Record<string, string | undefined>>;

interface OpenCompound {
  readonly relation: Compound['relation'];
  readonly simple: SimpleSelector[];
}

/** Undefined for siblings, states, parts and escapes, rare in mail. */
export function parseSelector(text: string): Selector | undefined {
  const selector = text.trim();
  if (selector.length > MAX_CHARACTERS) return undefined;
  const compounds: OpenCompound[] = [{ relation: 'descendant', simple: [] }];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < selector.length) {
    const groups: Groups | undefined = TOKEN.exec(selector)?.groups;
    if (groups === undefined || !addToken(compounds, groups)) return undefined;
  }
  const isWhole = compounds.every(({ simple }) => simple.length > 0) && compounds.length <= MAX_COMPOUNDS;
  return isWhole ? toSelector(compounds) : undefined;
}

function addToken(compounds: OpenCompound[], groups: Groups): boolean {
  if (groups.combinator !== undefined) {
    compounds.push({ relation: groups.combinator.includes('>') ? 'child' : 'descendant', simple: [] });
    return true;
  }
  const simple = toSimpleSelector(groups);
  if (simple !== undefined) compounds.at(-1)?.simple.push(simple);
  return simple !== undefined;
}

function toSelector(compounds: readonly OpenCompound[]): Selector {
  const all = compounds.flatMap(({ simple }) => simple);
  return {
    compounds: compounds.map(({ relation, simple }) => ({ relation, tests: simple.map(({ test }) => test) })),
    specificity: all.reduce((sum, { specificity }) => sum + specificity, 0),
    key: compounds.at(-1)?.simple.findLast(({ key }) => key !== undefined)?.key ?? '*',
  };
}

function toSimpleSelector(groups: Groups): SimpleSelector | undefined {
  const { name, className, id, attribute, pseudo } = groups;
  if (name === '*') return { test: () => true, specificity: 0 };
  if (name !== undefined) {
    const lowerName = name.toLowerCase();
    return { test: (element) => element.name === lowerName, specificity: OF_NAME, key: lowerName };
  }
  if (className !== undefined) {
    const test: Test = ({ classes }) => classes.includes(className);
    return { test, specificity: OF_CLASS, key: `.${className}` };
  }
  if (id !== undefined) {
    const test: Test = ({ attributes }) => attributeOf(attributes, 'id') === id;
    return { test, specificity: OF_ID, key: `#${id}` };
  }
  const test =
    attribute === undefined ? pseudoTest(pseudo, groups.argument) : attributeTest(attribute, groups);
  return test && { test, specificity: OF_CLASS };
}

function attributeOf(attributes: StyledElement['attributes'], name: string): string | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}

function attributeTest(attribute: string, { operator, double, single, bare }: Groups): Test {
  const name = attribute.toLowerCase();
  const wanted = double ?? single ?? bare ?? '';
  const isMatch = operator === undefined ? () => true : OPERATORS[operator];
  return ({ attributes }) => {
    const value = attributeOf(attributes, name);
    return value !== undefined && value.length <= MAX_VALUE_CHARACTERS && isMatch?.(value, wanted) === true;
  };
}

const OPERATORS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => value.split(/\s+/).includes(wanted),
  '^=': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  '$=': (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*=': (value, wanted) => wanted !== '' && value.includes(wanted),
  '|=': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
};

function pseudoTest(pseudo: string | undefined, argument: string | undefined): Test | undefined {
  switch (pseudo?.toLowerCase()) {
    case 'root':
      return ({ name }) => name === 'html';
    case 'link':
      return ({ name, attributes }) => name === 'a' && Object.hasOwn(attributes, 'href');
    case 'first-child':
      return ({ position }) => position === 1;
    case 'nth-child':
      return nthTest(argument?.trim() ?? '');
    default:
      return undefined;
  }
}

function nthTest(argument: string): Test | undefined {
  const groups = argument === '' ? undefined : NTH.exec(argument)?.groups;
  if (groups === undefined) return undefined;
  const isAlternating = groups.odd !== undefined || groups.even !== undefined;
  const step = isAlternating ? 2 : toStep(groups.step);
  const offset = isAlternating
    ? Number(groups.odd !== undefined)
    : Number((groups.offset ?? '0').replaceAll(/\s/g, ''));
  return ({ position }) => {
    const distance = position - offset;
    return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
  };
}

function toStep(step: string | undefined): number {
  if (step === undefined) return 0;
  return /\d/.test(step) ? Number(step) : Number(`${step}1`);
}

/** Bounds hostile selectors and trees. */
export interface MatchBudget {
  left: number;
}

/** The innermost element must match; false without budget. */
export function matches(
  { compounds }: Selector,
  elements: readonly StyledElement[],
  budget: MatchBudget,
): boolean {
  return matchesAt(elements.length - 1, compounds.length - 1);

  function matchesAt(element: number, index: number): boolean {
    budget.left -= 1;
    const [compound, styled] = [compounds[index], elements[element]];
    if (budget.left < 0 || compound === undefined || styled === undefined) return false;
    if (!compound.tests.every((test) => test(styled))) return false;
    if (index === 0) return true;
    if (compound.relation === 'child') return matchesAt(element - 1, index - 1);
    for (let outer = element - 1; outer >= 0 && budget.left > 0; outer -= 1) {
      if (matchesAt(outer, index - 1)) return true;
    }
    return false;
  }
}
