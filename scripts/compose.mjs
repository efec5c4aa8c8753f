/** Files of Docker Compose: read as Compose does, and examined without it. */
import { parseDocument } from 'yaml';

/** Of the services of these files; a misspelt one would be nobody's. */
const SERVICE_KEYS = [
  ...['build', 'cap_add', 'cap_drop', 'command', 'depends_on', 'environment', 'healthcheck', 'image'],
  ...['mem_limit', 'networks', 'pids_limit', 'ports', 'read_only', 'restart', 'secrets', 'security_opt'],
  ...['shm_size', 'stop_grace_period', 'tmpfs', 'ulimits', 'user', 'volumes'],
];
const TOP_KEYS = ['name', 'networks', 'secrets', 'services', 'volumes'];
/** The image of this repository: it has a health check, and listens there by itself. */
const OWN_IMAGE = 'posthorn';
const OWN_PORT = '8025';
/** The installation, which is made before the start. */
const INSTALLATION = /(?:^|\/)my-mail(?:\/|$)/;
const BIND = /^[./]/;

/** The content, with merged keys. Throws for text that is no YAML, and for a key that is there twice. */
export function readCompose(text) {
  const document = parseDocument(text, { merge: true });
  if (document.errors.length > 0) throw new Error(document.errors[0].message);
  return document.toJS();
}

/** What is wrong with a file, as sentences: names that lead nowhere, and settings that do not exist. `exists` is asked for paths beside the file. */
export function examineCompose(compose, { settings, exists }) {
  const problems = [
    ...Object.keys(compose)
      .filter((key) => !TOP_KEYS.includes(key) && !key.startsWith('x-'))
      .map((key) => `"${key}" is unknown.`),
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      [
        ...examineService(service, compose),
        ...examineSettings(service, settings),
        ...examineFiles(service, { compose, exists }),
      ].map((problem) => `${name}: ${problem}`),
    ),
  ];
  const unused = ['networks', 'secrets', 'volumes'].flatMap((kind) =>
    Object.keys(compose[kind] ?? {})
      .filter(
        (key) => !Object.values(compose.services).some((service) => namesOf(service, kind).includes(key)),
      )
      .map((key) => `${kind}: nobody uses ${key}.`),
  );
  const files = Object.entries(compose.secrets ?? {})
    .filter(([, { file }]) => !INSTALLATION.test(file) && !exists(file))
    .map(([key, { file }]) => `secrets: ${key} is in ${file}, which is not there.`);
  return [...problems, ...unused, ...files];
}

/** Where a load balancer sends requests that are for no node, as sentences; `text` is its configuration. */
export function examineBalancer(compose, text) {
  const nodes = Object.entries(compose.services).filter(([, { image }]) => image === OWN_IMAGE);
  const wanted = nodes.map(([name, { environment }]) => `${name}:${environment.PORT ?? OWN_PORT}`);
  const found = [...text.matchAll(/^ +server \S+ (\S+)/gm)].map(([, address]) => address);
  const problems = [
    ...wanted.filter((address) => !found.includes(address)).map((address) => `${address} gets no requests.`),
    ...found.filter((address) => !wanted.includes(address)).map((address) => `${address} is no node.`),
  ];
  const urls = nodes.map(([name, { environment }]) => [name, environment.APP_NODE_URL ?? '']);
  for (const [name, url] of urls) {
    if (URL.canParse(url) && new URL(url).hostname === name) continue;
    problems.push(`${name}: APP_NODE_URL is "${url}", where the others do not reach it.`);
  }
  return problems;
}

function examineService(service, compose) {
  const { healthcheck, image, restart } = service;
  const problems = Object.keys(service)
    .filter((key) => !SERVICE_KEYS.includes(key))
    .map((key) => `"${key}" is unknown.`);
  if (image === undefined) problems.push('it has no image.');
  if (restart === undefined) problems.push('nobody starts it again.');
  if (healthcheck === undefined && image !== OWN_IMAGE) problems.push('it has no health check.');
  for (const kind of ['networks', 'secrets', 'volumes', 'depends_on']) {
    const declared = compose[kind === 'depends_on' ? 'services' : kind] ?? {};
    for (const name of namesOf(service, kind)) {
      if (!(name in declared)) problems.push(`there is no ${name} in ${kind}.`);
    }
  }
  return problems;
}

function examineSettings({ image, environment = {} }, settings) {
  if (image !== OWN_IMAGE) return [];
  return Object.entries(environment).flatMap(([key, value]) => {
    if (!settings.includes(key)) return [`there is no setting ${key}.`];
    return typeof value === 'string' ? [] : [`${key} is no text: put it between quotes.`];
  });
}

function examineFiles({ environment = {}, secrets = [], volumes = [] }, { compose, exists }) {
  const sources = volumes.map((volume) => volume.split(':')[0]).filter((source) => BIND.test(source));
  const missing = sources.filter((source) => !INSTALLATION.test(source) && !exists(source));
  const targets = Object.entries(environment).filter(([, value]) =>
    String(value).startsWith('/run/secrets/'),
  );
  return [
    ...missing.map((source) => `${source} is not there.`),
    ...targets
      .filter(
        ([, value]) => !secrets.some((name) => name in (compose.secrets ?? {}) && value.endsWith(`/${name}`)),
      )
      .map(([key, value]) => `${key}: it has no secret ${value}.`),
  ];
}

/** Names that a service has in a list, or as keys. */
function namesOf(service, kind) {
  const value = service[kind] ?? [];
  const names = Array.isArray(value) ? value : Object.keys(value);
  if (kind !== 'volumes') return names;
  return names.map((volume) => volume.split(':')[0]).filter((source) => !BIND.test(source));
}
