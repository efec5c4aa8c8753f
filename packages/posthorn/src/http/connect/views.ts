import type { EndedPage, OpenPage } from '../../application/connect-sessions/connect-page.ts';
import type { PendingServers } from '../../application/connect-sessions/pending-step.ts';
import { type MailProvider, mailProviderOf } from '../../domain/accounts/mail-provider.ts';
import type { PublishedServer } from '../../domain/accounts/mail-servers.ts';
import { type Html, html } from '../answer/html.ts';
import { type PageDocument, problemBox } from './document.ts';
import { type FormState, stepButton, textField } from './form-fields.ts';
import type { Language } from './language.ts';
import type { Failure, FailureText, Texts } from './texts.ts';

/** An open session's page. */
export interface View {
  readonly language: Language;
  readonly state: OpenPage;
  readonly form: FormState;
  readonly failure: Failure | null;
}

/** Asks for the address. */
export function addressView({ language, state, form, failure }: View): PageDocument {
  const { texts } = language;
  const error = form.errors.address;
  return openDocument({ language, state, form, failure }, [
    html`<form method="post" novalidate>
${textField({
  ...{ name: 'address', label: texts.address, type: 'email', autocomplete: 'email' },
  value: form.values.address ?? state.address ?? '',
  error: error && texts.fields[error],
  isFocused: error !== undefined,
})}${stepButton({ step: 'address', label: texts.next, kind: 'primary' })}</form>
`,
  ]);
}

/** Shows the servers; asks for a provider sign-in, a password, or either. */
export function signInView(view: View): PageDocument {
  const { state, language } = view;
  const { texts } = language;
  const { servers, providers } = state;
  const host = servers?.incoming?.host ?? '';
  const hasPassword = takesPassword(state);
  const noWay = providers.length === 0 && !hasPassword;
  const shownServers = servers === null ? [] : [serversShown(servers, view)];
  // People check doubtful servers before entering the password.
  const isCertain = servers?.confidence === 'certain';
  return openDocument(view, [
    ...(isCertain ? [] : shownServers),
    ...(providers.length > 0 ? [providersForm(view)] : []),
    ...(providers.length > 0 && hasPassword ? [html`<p class="or">${texts.or}</p>\n`] : []),
    ...(hasPassword ? [passwordForm(view, mailProviderOf(host))] : []),
    ...(noWay ? [html`<p class="back">${texts.noPasswords(host, state.site)}</p>\n`] : []),
    ...(isCertain ? shownServers : []),
  ]);
}

/** Navigates to the provider: `form-action` cannot list all its redirects. */
export function continueView(
  language: Language,
  { url, provider }: { readonly url: string; readonly provider: string },
): PageDocument {
  const { texts } = language;
  const title = texts.goingTo(provider);
  const body = html`<h1>${title}</h1>
<p class="soft">${texts.signInThere}</p>
<p class="back"><a class="button primary" href="${url}">${texts.signInWith(provider)}</a></p>`;
  return { language, title, body, refresh: url };
}

/** Shows that the session ended. */
export function endedView(language: Language, { status, site, returnAddress }: EndedPage): PageDocument {
  const { texts } = language;
  const link = returnAddress === null ? null : { href: returnAddress, label: texts.backTo(site) };
  return messageView(language, texts.ended[status], link);
}

/** Shows a message and a link. */
export function messageView(
  language: Language,
  { title, remedy }: FailureText,
  link: { readonly href: string; readonly label: string } | null,
): PageDocument {
  const body = html`<h1>${title}</h1>
<p class="soft">${remedy}</p>
${link === null ? null : html`<p class="back"><a class="button" href="${link.href}">${link.label}</a></p>`}`;
  return { language, title, body };
}

/** An open page with problem, forms and cancel button. */
export function openDocument({ language, state, form, failure }: View, forms: readonly Html[]): PageDocument {
  const { texts } = language;
  const title = state.isAddressFixed ? texts.titleAgain : texts.title;
  const text = failure === null ? null : failureText(texts, { failure, state });
  const isInvalid = firstError(form) !== undefined;
  const isFocused = failure !== 'password-refused' && !isInvalid;
  return {
    language,
    title: text === null && !isInvalid ? title : texts.errorTitle(text?.title ?? title),
    body: html`<h1>${title}</h1>
<p class="soft">${texts.intro(state.site)}</p>
${text === null ? null : problemBox(text, { isFocused })}${forms}<form method="post" class="end">
${stepButton({ step: 'cancel', label: texts.cancel, kind: 'quiet' })}</form>`,
  };
}

function failureText(
  texts: Texts,
  { failure, state }: { readonly failure: Failure; readonly state: OpenPage },
): FailureText {
  const text = texts.failures[failure];
  const provider = mailProviderOf(state.servers?.incoming?.host ?? '');
  if (failure !== 'password-refused' || provider === null) return text;
  return { ...text, remedy: texts.appPassword[provider].text };
}

function providersForm(view: View): Html {
  const { language, state } = view;
  return html`<form method="post">
${takesPassword(state) ? hiddenAddress(state) : addressShown(view)}${state.providers.map(({ id, name }) =>
  stepButton({ step: `provider:${id}`, label: language.texts.signInWith(name), kind: 'primary' }),
)}</form>
`;
}

function takesPassword({ servers }: OpenPage): boolean {
  return servers?.incoming?.mechanisms.includes('password') ?? false;
}

function hiddenAddress({ address }: OpenPage): Html {
  return html`<input type="hidden" name="address" value="${address ?? ''}">\n`;
}

function passwordForm(view: View, provider: MailProvider | null): Html {
  const { language, state } = view;
  const { texts } = language;
  return html`<form method="post" novalidate>
${addressShown(view)}${passwordField(view, provider === null ? null : advice(texts, provider))}${stepButton({
  step: 'password',
  label: texts.connect,
  kind: state.providers.length === 0 ? 'primary' : 'plain',
})}</form>
`;
}

/** A read-only field, for password managers. */
export function addressShown({ language: { texts }, state }: View): Html {
  const value = state.address ?? '';
  const hint = state.isAddressFixed ? null : html`<a href="?step=address">${texts.otherAddress}</a>`;
  return textField({
    ...{ name: 'address', label: texts.address, value, hint },
    ...{ isReadOnly: true, autocomplete: 'username' },
  });
}

/** A field described by its password's refusal. */
export function passwordField({ language: { texts }, form, failure }: View, hint: Html | null): Html {
  const error = form.errors.password;
  const isRefused = failure === 'password-refused';
  return textField({
    ...{ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password', hint },
    maxLength: 1_000,
    error: error && texts.fields[error],
    describedBy: isRefused ? 'problem' : undefined,
    isFocused: isRefused || firstError(form) === 'password',
  });
}

/** The first field with a problem. */
export function firstError({ errors }: FormState): string | undefined {
  return Object.keys(errors)[0];
}

function advice(texts: Texts, provider: MailProvider): Html {
  const { text, url } = texts.appPassword[provider];
  if (url === null) return html`${text}`;
  return html`${text} <a href="${url}" target="_blank" rel="noopener noreferrer">${texts.openPage}</a>`;
}

function serversShown({ incoming, outgoing, confidence }: PendingServers, { language, state }: View): Html {
  const { texts } = language;
  return html`<section class="servers" aria-labelledby="servers">
<h2 id="servers">${texts.servers}</h2>
<dl>
<dt>${texts.receiving}</dt><dd>${serverLine(incoming, texts)}</dd>
<dt>${texts.sending}</dt><dd>${serverLine(outgoing, texts)}</dd>
</dl>
${confidence === null || state.isAddressFixed ? null : html`<p class="soft">${texts.confidence[confidence]}</p>\n`}${
  state.isAddressFixed ? null : html`<p><a href="?step=servers">${texts.byHand}</a></p>\n`
}</section>
`;
}

function serverLine(server: PublishedServer | null, texts: Texts): string {
  if (server === null) return texts.nothingToSend;
  const { host, port, security } = server;
  return `${host}, ${texts.portWord} ${port}, ${texts[security]}`;
}
