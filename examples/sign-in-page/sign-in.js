/**
 * Signs a user in with the authorization code flow and PKCE (RFC 7636), lists the newest mail and sends a letter. Everything that it
 * has to know of the provider, it asks Posthorn for. The token stays in the memory of the page.
 */
const POSTHORN = document.querySelector('meta[name=posthorn]').content;
const JSON_API = 'application/vnd.api+json';
/** This page, as it is registered at the provider. */
const PAGE = location.origin + location.pathname;
const PENDING = 'sign-in';

const [signInForm, letterForm, messages] = ['sign-in', 'letter', 'messages'].map((id) =>
  document.getElementById(id),
);

/** Who is signed in; null before. */
let session = null;

signInForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void run(() => beginSignIn(signInForm.elements.user.value));
});
letterForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void run(() => send(Object.fromEntries(new FormData(letterForm))));
});
const answer = new URLSearchParams(location.search);
if (answer.has('state')) void run(() => endSignIn(answer));

async function run(work) {
  try {
    tell((await work()) ?? '');
  } catch (error) {
    tell(error.message);
  }
}

function tell(text) {
  document.getElementById('state').textContent = text;
}

/** Asks Posthorn where the user gets a token, and goes there. */
async function beginSignIn(user) {
  const { meta } = await read(await fetch(`${POSTHORN}/sign-in-options?user=${encodeURIComponent(user)}`));
  if (meta.oauth === null) throw new Error('Users of this address sign in with a password.');
  const { scopes, clientId } = meta.oauth;
  const server = await findServer(meta.oauth);
  const [state, verifier] = [randomText(), randomText()];
  sessionStorage.setItem(PENDING, JSON.stringify({ user, state, verifier, clientId, server }));
  const address = new URL(server.authorize);
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: PAGE,
    scope: scopes.join(' '),
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    login_hint: user,
  })) {
    address.searchParams.set(name, value);
  }
  location.assign(address);
}

/** The endpoints: as Posthorn names them, or as the issuer describes itself. */
async function findServer({ issuer, authorize, token }) {
  if (issuer === undefined) return { authorize, token };
  const description = await read(
    await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  if (description.issuer !== issuer) throw new Error('The provider describes another one.');
  return {
    issuer,
    authorize: description.authorization_endpoint,
    token: description.token_endpoint,
  };
}

/** The provider has sent the browser back: the code becomes a token. */
async function endSignIn(parameters) {
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null');
  sessionStorage.removeItem(PENDING);
  history.replaceState(null, '', PAGE);
  if (pending === null || parameters.get('state') !== pending.state) {
    throw new Error('This answer belongs to no sign-in of this page.');
  }
  const { user, verifier, clientId, server } = pending;
  if (parameters.has('iss') && server.issuer !== undefined && parameters.get('iss') !== server.issuer) {
    throw new Error('This answer is of another provider.');
  }
  if (parameters.has('error')) throw new Error(`The provider says ${parameters.get('error')}.`);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: parameters.get('code'),
    redirect_uri: PAGE,
    client_id: clientId,
    code_verifier: verifier,
  });
  const { access_token: token } = await read(await fetch(server.token, { method: 'POST', body }));
  session = { user, token };
  return showInbox();
}

async function showInbox() {
  const { data: accounts } = await ask('/MailAccounts');
  session.account = `/MailAccounts/${encodeURIComponent(accounts[0].id)}`;
  const { data } = await ask(`${session.account}/MailFolders/INBOX/MessageItems?page[limit]=20`);
  messages.replaceChildren(...data.map(({ attributes }) => lineOf(attributes.subject)));
  letterForm.hidden = false;
  return `${session.user} is signed in.`;
}

function lineOf(text) {
  const line = document.createElement('li');
  line.textContent = text;
  return line;
}

/** A draft that is sent. */
async function send({ to, subject }) {
  const { data: folders } = await ask(`${session.account}/MailFolders`);
  const drafts = folders.find(({ attributes }) => attributes.folderType === 'DRAFT');
  const MailFolder = { data: { type: 'MailFolder', id: drafts.id } };
  const attributes = { subject, to: [{ address: to, name: '' }] };
  const { data } = await ask('/MessageItems', {
    method: 'POST',
    headers: { 'content-type': JSON_API },
    body: JSON.stringify({ data: { type: 'MessageItem', attributes, relationships: { MailFolder } } }),
  });
  await ask(new URL(`${data.links.self}/send`, POSTHORN).href, { method: 'POST' });
  letterForm.reset();
  return `“${subject}” is sent.`;
}

/** A request with the token. */
async function ask(path, options = {}) {
  const address = path.startsWith('/') ? POSTHORN + path : path;
  const { user, token } = session;
  const headers = { ...options.headers, authorization: `Bearer ${token}`, 'x-mail-user': user };
  return read(await fetch(address, { ...options, headers }));
}

async function read(response) {
  const body = await response.json();
  if (response.ok) return body;
  throw new Error(body.errors?.[0]?.detail ?? body.errors?.[0]?.title ?? body.error ?? response.statusText);
}

function randomText() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier) {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(octets) {
  return btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
