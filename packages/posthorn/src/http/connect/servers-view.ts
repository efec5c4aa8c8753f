import type { ChosenServers } from '../../application/connect-sessions/chosen-servers.ts';
import type { ServerSecurity } from '../../domain/accounts/mail-servers.ts';
import { type Html, html } from '../answer/html.ts';
import type { PageDocument } from './document.ts';
import { type FormState, stepButton, textField } from './form-fields.ts';
import type { FieldError, Texts } from './texts.ts';
import { addressShown, firstError, openDocument, passwordField, type View } from './views.ts';

/** The entered servers, or the form's problems. */
export interface EnteredServers {
  readonly servers?: ChosenServers;
  readonly errors: FormState['errors'];
}

type Side = 'in' | 'out';

const SECURITIES: readonly ServerSecurity[] = ['tls', 'starttls'];
const DEFAULT_PORTS = { in: '993', out: '465' } as const satisfies Record<Side, string>;
const HOST = /^(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/i;
const MAX_HOST_CHARACTERS = 253;
const PORT = /^[1-9][0-9]{0,4}$/;
const MAX_PORT = 65_535;
const MAX_USER_CHARACTERS = 320;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** Asks for servers, user name and password. */
export function serversView(view: View): PageDocument {
  const { language, state, form } = view;
  const { texts } = language;
  const isNothingFound = state.servers?.incoming == null;
  const nothing = isNothingFound
    ? html`<p class="back">${texts.nothingFound(state.address ?? '')}</p>\n`
    : null;
  return openDocument(view, [
    html`${nothing}<form method="post" novalidate>
${addressShown(view)}${serverFields(view, 'in')}${serverFields(view, 'out')}${textField({
  ...{ name: 'user', label: texts.user, autocomplete: 'off' },
  value: form.values.user ?? state.servers?.incoming?.user ?? state.address ?? '',
  ...errorOf(view, 'user'),
})}${passwordField(view, null)}${stepButton({
  ...{ step: 'servers', label: texts.connect, kind: 'primary' },
})}</form>
`,
  ]);
}

function serverFields(view: View, side: Side): Html {
  const { language, state, form } = view;
  const { texts } = language;
  const known = side === 'in' ? state.servers?.incoming : state.servers?.outgoing;
  const value = (name: string, other: string) => form.values[`${side}-${name}`] ?? other;
  const security = value('security', known?.security ?? 'tls');
  const hint = side === 'in' ? texts.byHandHint : texts.sendingHint;
  return html`<fieldset>
<legend>${side === 'in' ? texts.receivingServer : texts.sendingServer}</legend>
${textField({
  ...{ name: `${side}-host`, label: texts.host, inputMode: 'url', hint: html`${hint}` },
  value: value('host', known?.host ?? ''),
  ...errorOf(view, `${side}-host`),
})}<div class="pair">
${textField({
  ...{ name: `${side}-port`, label: texts.port, inputMode: 'numeric', maxLength: 5 },
  value: value('port', String(known?.port ?? DEFAULT_PORTS[side])),
  ...errorOf(view, `${side}-port`),
})}<div class="field">
<label for="${side}-security">${texts.encryption}</label>
<select id="${side}-security" name="${side}-security">
${SECURITIES.map((each) => option(texts, each, each === security))}</select>
</div>
</div>
</fieldset>
`;
}

function option(texts: Texts, security: ServerSecurity, isSelected: boolean): Html {
  return html`<option value="${security}"${isSelected ? html` selected` : null}>${texts[security]}</option>\n`;
}

function errorOf({ language: { texts }, form }: View, name: string) {
  const error = form.errors[name];
  return {
    error: error && texts.fields[error],
    isFocused: error !== undefined && firstError(form) === name,
  };
}

/** Reads the form's servers; problems are in field order. */
export function readServers(values: Readonly<Record<string, string>>): EnteredServers {
  const errors: Record<string, FieldError> = {};
  const inbox = readServer(values, 'in', errors);
  const isOutboxLeftOut = (values['out-host'] ?? '').trim() === '';
  const outbox = isOutboxLeftOut ? null : readServer(values, 'out', errors);
  const user = (values.user ?? '').trim();
  const isUser = user !== '' && user.length <= MAX_USER_CHARACTERS && !CONTROL_CHARACTER.test(user);
  if (!isUser) errors.user = 'user';
  if (Object.keys(errors).length > 0) return { errors };
  const { host, port, isTls } = inbox;
  return {
    errors,
    servers: {
      inbox: { type: 'IMAP', host, port, isTls },
      outbox: outbox && {
        ...{ host: outbox.host, port: outbox.port },
        security: outbox.isTls ? 'ssl' : 'starttls',
      },
      user,
    },
  };
}

function readServer(
  values: Readonly<Record<string, string>>,
  side: Side,
  errors: Record<string, FieldError>,
): { readonly host: string; readonly port: number; readonly isTls: boolean } {
  const host = (values[`${side}-host`] ?? '').trim().toLowerCase();
  const port = (values[`${side}-port`] ?? '').trim();
  if (!HOST.test(host) || host.length > MAX_HOST_CHARACTERS) errors[`${side}-host`] = 'host';
  if (!PORT.test(port) || Number(port) > MAX_PORT) errors[`${side}-port`] = 'port';
  return { host, port: Number(port), isTls: values[`${side}-security`] !== 'starttls' };
}
