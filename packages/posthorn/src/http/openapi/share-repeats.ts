import type { ComponentKind, Components } from './components.ts';
import type { WrittenOperation } from './write-operation.ts';

/** Operations of different kinds share failures. */
const FIRST_FAILURE = '4';

/**
 * Replaces repeated or titled parts by references. Failures are named by status (`Failure404_2`), others by their
 * first operation.
 */
export function shareRepeats(
  operations: readonly WrittenOperation[],
  components: Components,
): readonly WrittenOperation[] {
  const uses = new Map<string, number>();
  for (const { requestBody, responses } of operations) {
    for (const part of [requestBody, ...Object.values(responses)]) {
      const text = JSON.stringify(part);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  const names = new Map<string, string>();
  const failures = new Map<string, number>();
  const share = (kind: ComponentKind, part: { readonly title?: unknown }, nameOf: () => string): object => {
    const { title, ...component } = part;
    const text = JSON.stringify(part);
    if (typeof title !== 'string' && (uses.get(text) ?? 0) < 2) return part;
    const name = typeof title === 'string' ? title : (names.get(text) ?? nameOf());
    names.set(text, name);
    return components.add(kind, name, component);
  };
  const nameFailure = (status: string): string => {
    const count = (failures.get(status) ?? 0) + 1;
    failures.set(status, count);
    return `Failure${status}${count === 1 ? '' : `_${count}`}`;
  };
  return operations.map(({ requestBody, responses, ...operation }) => ({
    ...operation,
    ...(requestBody && { requestBody: share('requestBodies', requestBody, () => operation.operationId) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        share('responses', response, () =>
          status < FIRST_FAILURE ? operation.operationId + status : nameFailure(status),
        ),
      ]),
    ),
  }));
}
