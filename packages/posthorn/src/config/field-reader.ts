import type { ConfigurationProblem } from './configuration-error.ts';
import { showValue } from './show-value.ts';

/** A field's rule. */
export interface FieldRule<Value> {
  /** Completes "expected ...". */
  readonly expected: string;
  readonly parse: (value: unknown) => Value | undefined;
}

/** Reads one object's fields and collects problems. */
export interface FieldReader {
  readonly problems: readonly ConfigurationProblem[];
  has(key: string): boolean;
  /** Undefined after a problem, such as a missing field. */
  take<Value>(key: string, rule: FieldRule<Value>): Value | undefined;
  /** `take`, with `fallback` for a missing field. */
  takeOr<Value>(key: string, rule: FieldRule<Value>, fallback: Value): Value | undefined;
  /** A problem outside rules. */
  report(key: string, problem: Pick<ConfigurationProblem, 'expected' | 'got'>): void;
  adopt(problems: readonly ConfigurationProblem[]): void;
  reportUnknownFields(keys: ReadonlySet<string>): void;
}

/** `label` names the object in problems. */
export function createFieldReader(label: string, object: object): FieldReader {
  const fields = new Map<string, unknown>(Object.entries(object));
  const problems: ConfigurationProblem[] = [];

  const report: FieldReader['report'] = (key, { expected, got }) => {
    problems.push({ key: `${label}: ${key}`, expected, got });
  };
  const take: FieldReader['take'] = (key, rule) => {
    const value = rule.parse(fields.get(key));
    if (value === undefined) report(key, { expected: rule.expected, got: showValue(fields.get(key)) });
    return value;
  };

  return {
    problems,
    has: (key) => fields.has(key),
    take,
    takeOr: (key, rule, fallback) => (fields.has(key) ? take(key, rule) : fallback),
    report,
    adopt: (others) => void problems.push(...others),
    reportUnknownFields(keys) {
      for (const [key, value] of fields) {
        if (!keys.has(key)) report(key, { expected: 'no such key', got: showValue(value) });
      }
    },
  };
}
