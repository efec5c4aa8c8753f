/** Text of `docs/errors.md`. */
import type { ErrorCode as SelectionErrorCode } from 'relfield';
import type { MailErrorCode } from '../../domain/errors/mail-error.ts';
import type { ProblemCode } from './problem.ts';

type HttpErrorCode = Exclude<ProblemCode, MailErrorCode | SelectionErrorCode>;

export const mailErrorMeanings = {
  'authentication-required':
    'The request carries no login. Send the login of the mail account as HTTP Basic.',
  'authentication-failed':
    'The mail server refuses the login, or no server is known for the user. Ask for the password again. Many providers want an app password.',
  'access-denied':
    'The login is right, but the mail server does not allow this. The owner of the mailbox can change its rights.',
  'scope-missing':
    'The API key is valid and lacks a scope that the request needs; `meta.scope` of version 1 names it. Use a key with this scope.',
  'token-not-supported':
    'The login is a token, and the mail server or its entry takes none, or it would have to travel in clear text. Nothing of it was sent. Sign in with a password, or use a connection with TLS.',
  'mail-account-unknown': 'The user has no account with this id. List the accounts again.',
  'reauthentication-needed':
    'The mail server or the provider no longer accepts the login of the connected account. Nobody signs in until the login is changed: reconnect the account, or change its `login`.',
  disabled: 'The connected account is switched off. Set `enabled` to true to use it.',
  'login-required':
    'The change moves the account to another server, and a stored secret goes only where it was given for. Send the login with the change.',
  'host-not-allowed':
    'The address of the mail server is not public, or its port is not one of mail. The operator can allow it by `APP_MAIL_HOSTS_ALLOW`.',
  'api-key-unknown': 'There is no API key with this id that yours may see. List the keys again.',
  'connect-session-unknown': 'There is no connect session with this id. Create a new one.',
  'webhook-unknown': 'There is no webhook with this id that the API key may see. List the webhooks again.',
  'webhook-delivery-unknown':
    'There is no delivery with this id that the API key may see. Deliveries are kept for 3 days after their end.',
  'events-gone':
    'The event is unknown, or older than the log reaches back: events after it may be gone. Read the accounts again, compare with `inventory`, and follow the log from now on.',
  'mailbox-unknown': 'The account has no such folder, or it holds no messages. List the folders again.',
  'mailbox-too-large':
    'The folder has more messages than this service reads, and the operator can raise `APP_MAX_MAILBOX_MESSAGES`; or its uids have more than a million gaps, and its changes cannot be found.',
  'message-unknown': 'The folder has no such message: it was moved or deleted. List the messages again.',
  'message-gone':
    'The folder was re-created, so its uids refer to other messages now. Discard what was read from the folder and list it again.',
  'attachment-unknown': 'The message has no such file. List the files again.',
  'invalid-parameter':
    'A parameter or header is invalid; `parameter` or `source` names it. Correct the request.',
  'state-invalid':
    'The state was issued for another folder or account, by an installation with another `APP_KEY`, or the folder has never been in it. Read the list again, and go on from its state.',
  'invalid-document': 'The body is not the document that is expected. Correct the request.',
  'outdated-version':
    'The message has changed since it was read: `If-Match` does not match, or a newer version of the draft was saved. Read the message again and repeat the change.',
  conflict:
    'The resource is not in the state that the request needs: a message that is not a draft, a folder that exists or is in use. Read the current state and try again.',
  'capability-missing':
    'The mail server cannot do what the request needs. Ask for less: without the filter or the sort key.',
  'message-too-large': 'The message is larger than this service or the mail server takes. Make it smaller.',
  'message-rejected':
    'The sending server does not take the message, or the mail server does not store it. `detail` says why; correct the recipients or the message.',
  'submission-uncertain':
    'The connection was lost after the message was handed over, and before the server confirmed it. Look for the message before sending it again.',
  'quota-exceeded': 'The mailbox is full. The owner has to delete messages.',
  'rate-limited': 'Too many requests. Wait for the seconds in `Retry-After`.',
  'tls-required':
    'The mail server offers no encrypted connection, and passwords are not sent without one. The operator can allow it for this server.',
  'server-unreachable':
    'No connection to the mail server: the name is wrong, it is down, or connections to it are not allowed. Check the connection data.',
  'server-unavailable':
    'The mail server or this service is shutting down, or has no room for the content. Wait for the seconds in `Retry-After`.',
  'server-timeout':
    'The mail server did not answer in time. Try again, or ask for less. A change may have been made: read what there is before you repeat it.',
  'secret-unreadable':
    'The stored login of the connected account cannot be opened: its key is missing, or the row was changed outside of this service. Nobody was signed in. The operator can bring the key back, and `problem` of the account says whether a new login is needed.',
  'store-unavailable':
    'The database of this service does not answer. Nothing was changed. Wait for the seconds in `Retry-After`.',
  'protocol-failure':
    'The mail server sent a response that cannot be used. Try again; the log of the operator has the details.',
  'too-many-connections':
    'All connections to the mail server are in use, or this service keeps as much content for others as it can, or has no memory left. Wait for the seconds in `Retry-After`.',
} as const satisfies Record<MailErrorCode, string>;

export const selectionErrorMeanings = {
  'bad-request': 'The request is malformed. Correct it.',
  'conflicting-fieldsets':
    'A type has two selections, such as `fields[...]` and `relfield:fields[...]`. Send one of them.',
  'conflicting-tokens': 'A field is both added and removed. Name it once.',
  'extension-not-negotiated':
    'A `relfield:` parameter without the extension in the `ext` of `Accept`. Name the extension there.',
  'invalid-field-name': 'A name in a fieldset is not a legal member name. Correct it.',
  'invalid-json': 'The body is not JSON. Correct it.',
  'invalid-type': 'The name in the brackets of a fieldset is not a legal type name. Correct it.',
  'missing-prefix':
    'A name in `relfield:fields[...]` has neither `+` nor `-`. Add one; in URLs, `+` may have to be written `%2B`.',
  'repeated-parameter': 'A parameter occurs twice. Send it once.',
  'reserved-field': '`id` and `type` are always there and can be neither added nor removed. Leave them out.',
  'too-many-parameters': 'Too many fieldsets. Send fewer.',
  'too-many-tokens': 'A fieldset names too many fields. Send fewer.',
  'unknown-field': 'The type has no field of this name. See the description of the type.',
  'unknown-parameter': 'There is no such query parameter. Leave it out.',
  'unknown-type': 'There is no type of this name. See the description of the API.',
  'forbidden-field': 'The field exists, but this client may not see it. Leave it out.',
  'not-found': 'There is no such resource. Check the address.',
  'method-not-allowed': 'The address does not support this method. `Allow` lists those that it supports.',
  'not-acceptable':
    'No representation fits `Accept`. Accept `application/vnd.api+json` without other parameters.',
  'body-too-large': 'The body is larger than this service reads. Send less.',
  'query-too-long': 'The query string is longer than this service reads. Send less.',
  'media-type-parameter': 'The media type has a parameter other than `ext` and `profile`. Leave it out.',
  'unsupported-extension': '`ext` names an extension that this service does not have. Leave it out.',
  'unsupported-media-type': 'The body is of a media type that is not understood here. Send JSON.',
  'headers-too-large':
    'The headers are larger than this service reads. Send fewer cookies or shorter values.',
  'internal-error': 'A bug of this service. The log of the operator has the details.',
} as const satisfies Record<SelectionErrorCode, string>;

export const httpErrorMeanings = {
  'malformed-request': 'The URL or the body cannot be decoded. Correct the request.',
  'route-unknown': 'There is no such address. Check the path and the version in it.',
  'request-timeout': 'The request did not arrive as a whole in time. Send it again.',
  'payload-too-large': 'The body is larger than this address takes. Send less.',
  'uri-too-long': 'The URL is too long. Shorten the query.',
  'range-not-satisfiable': 'The file ends before the range starts. `Content-Range` has its size.',
  'include-not-supported': 'A relationship cannot be included here. Leave it out of `include`.',
  'sort-not-supported': 'The list cannot be sorted by this. See the description of the list.',
  'page-size-exceeded': 'The page is larger than allowed; `meta` has the limit. Ask for a smaller page.',
  'range-pagination-not-supported':
    '`page[after]` and `page[before]` cannot stand together. Send one of them.',
  'search-incomplete':
    'Some folders could not be searched, or not in time, and `incomplete=error` wants all or nothing. Try again, or name fewer folders.',
  'invalid-value':
    'A value in the document is invalid; `source.pointer` names it, and `detail` says what it must be. Correct it.',
  'resource-mismatch':
    'The `type` or `id` in the document is not that of the address. Send the document to its own address.',
  'client-id-not-supported': 'The mail server assigns ids. Leave `id` out of a new resource.',
  'relationship-not-changeable':
    'This relationship cannot be changed in this way, such as by replacing a whole list. See the description of the API.',
  'idempotency-key-reused':
    'The `Idempotency-Key` was already used for another request. Use a new key for each request.',
  'link-expired': 'The address of a download has expired. List the files of the message again.',
  'link-unknown':
    'The address of a download belongs to another file, or was issued by an installation with another `APP_KEY`. List the files of the message again.',
  'client-gone': 'The client closed the connection before the answer. It is seen in the log only.',
  internal: 'A bug of this service. Tell the operator the `X-Request-Id` of the answer.',
} as const satisfies Record<HttpErrorCode, string>;
