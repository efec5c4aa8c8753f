import { type Html, html } from '../answer/html.ts';
import type { FieldError } from './texts.ts';

/** A form's values and problems to show again. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, FieldError>>;
}

export const NEW_FORM: FormState = { values: {}, errors: {} };

/** A text field. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'email' | 'password' | 'text';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'url';
  readonly maxLength?: number;
  readonly isReadOnly?: boolean;
  readonly hint?: Html | null;
  /** A sentence. */
  readonly error?: string | undefined;
  /** Id of a problem elsewhere on the page. */
  readonly describedBy?: string | undefined;
  readonly isFocused?: boolean;
}

const MAX_CHARACTERS = 320;

/** Renders a labelled field; screen readers announce its hint and problem. */
export function textField(field: TextField): Html {
  const { name, label, type = 'text', value = '', hint = null, error, describedBy } = field;
  const described = [error && `${name}-error`, describedBy, hint && `${name}-hint`].filter((id) => id);
  const isInvalid = error !== undefined || describedBy !== undefined;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" maxlength="${field.maxLength ?? MAX_CHARACTERS}" autocapitalize="none" spellcheck="false" autocomplete="${field.autocomplete ?? 'off'}"${attributes(
    [field.inputMode !== undefined, html` inputmode="${field.inputMode ?? ''}"`],
    [field.isReadOnly === true, html` readonly`],
    [described.length > 0, html` aria-describedby="${described.join(' ')}"`],
    [isInvalid, html` aria-invalid="true"`],
    [field.isFocused === true, html` autofocus`],
  )}>
${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>\n`}${
  hint === null ? null : html`<p class="hint" id="${name}-hint">${hint}</p>\n`
}</div>
`;
}

/** Renders a button that sends its form as this step. */
export function stepButton({
  step,
  label,
  kind,
}: {
  readonly step: string;
  readonly label: string;
  readonly kind: 'primary' | 'plain' | 'quiet';
}): Html {
  return html`<button class="${kind}" name="step" value="${step}">${label}</button>\n`;
}

function attributes(...rows: readonly (readonly [isPresent: boolean, attribute: Html])[]): readonly Html[] {
  return rows.filter(([isPresent]) => isPresent).map(([, attribute]) => attribute);
}
