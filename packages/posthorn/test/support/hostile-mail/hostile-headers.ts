/** Header blocks: fields, folds, encoded words, addresses and parameters without end, and fields that mislead. */
import { CRLF, entity, type HostileMessage, hostile, text, times } from './hostile-message.ts';

const field = (name: string, build: () => Readonly<Record<string, string>>): HostileMessage =>
  hostile(name, () => ({ fields: build() }));

const FIELD_FLOODS: readonly HostileMessage[] = [
  hostile('fields-100000', () => ({ lead: times(100_000, (index) => `X-${index}: y${CRLF}`) })),
  hostile('fields-received-20000', () => ({
    lead: times(20_000, (index) => `Received: from a${index} by b; Tue, 2 Jan 2024 03:04:05 +0000${CRLF}`),
  })),
  hostile('fields-subject-10000', () => ({ lead: times(10_000, (index) => `Subject: ${index}${CRLF}`) })),
  hostile('field-name-of-1-mb', () => ({ lead: `${'X'.repeat(1_000_000)}: y${CRLF}` })),
  hostile('field-without-colon', () => ({ lead: `${'X'.repeat(500_000)}${CRLF}` })),
  hostile('field-names-of-prototypes', () => ({
    lead: ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
      .map((name) => `${name}: x${CRLF}`)
      .join(''),
    entity: entity('text/__proto__; __proto__=x; constructor=y', 'hello'),
  })),
  field('subject-of-5-mb', () => ({ Subject: 's'.repeat(5_000_000) })),
  field('subject-folded-200000', () => ({ Subject: times(200_000, () => `a${CRLF} `) })),
  field('subject-of-spaces', () => ({ Subject: `a${' '.repeat(500_000)}b` })),
  field('subject-twice', () => ({ Subject: `first${CRLF}Subject: second` })),
  field('subject-of-markup', () => ({ Subject: '<img src=x onerror=alert(1)><script>alert(2)</script>' })),
  field('subject-of-controls', () => ({
    Subject: 'a\u0000\u001b[31m\u0007\u000b\u007f\u0085b=?utf-8?B?AAECAwQ=?=',
  })),
  field('subject-turned-around', () => ({ Subject: '=?utf-8?B?4oCuZ3BqLmV4ZS50eHTigK4=?=' })),
  field('encoded-words-50000', () => ({ Subject: times(50_000, () => `=?utf-8?Q?=C3=A4?=${CRLF} `) })),
  field('encoded-words-open-50000', () => ({ Subject: times(50_000, () => '=?utf-8?Q?a') })),
  field('encoded-words-of-questions', () => ({ Subject: '=?'.repeat(300_000) })),
  field('encoded-word-of-1-mb', () => ({ Subject: `=?utf-8?B?${'QUJD'.repeat(250_000)}?=` })),
  field('encoded-words-of-charsets', () => ({
    Subject: times(5_000, (index) => `=?x-charset-${index}?Q?a?= =?iso-2022-jp?B?GyRCJCI=?= `),
  })),
  field('references-100000', () => ({ References: times(100_000, (index) => `<${index}@x>${CRLF} `) })),
  field('references-open', () => ({ References: '<'.repeat(300_000), 'In-Reply-To': '<<'.repeat(100_000) })),
  field('message-id-of-1-mb', () => ({ 'Message-ID': `<${'i'.repeat(1_000_000)}@x>` })),
  field('date-of-comments', () => ({ Date: `Tue, 2 Jan 2024 ${'('.repeat(100_000)} 03:04:05 +0000` })),
  field('date-of-1-mb', () => ({ Date: '1 '.repeat(500_000) })),
  field('date-far-away', () => ({ Date: 'Fri, 31 Dec 999999 23:59:60 +9999' })),
];

const addresses = (name: string, build: () => string): HostileMessage => field(name, () => ({ To: build() }));

const ADDRESS_BOMBS: readonly HostileMessage[] = [
  addresses('recipients-100000', () => times(100_000, (index) => `r${index}@x.example,${CRLF} `)),
  addresses('recipients-in-each-field', () => {
    const list = times(5_000, (index) => `r${index}@x.example, `);
    return `${list}${CRLF}Cc: ${list}${CRLF}Bcc: ${list}${CRLF}Reply-To: ${list}`;
  }),
  addresses('groups-nested-10000', () => times(10_000, () => 'g:')),
  addresses('groups-of-50000', () => `g: ${times(50_000, (index) => `a${index}@x, `)};`),
  addresses('groups-empty-50000', () => times(50_000, () => 'g:;,')),
  addresses('address-parentheses', () => '('.repeat(300_000)),
  addresses('address-comments', () => `a@x ${times(50_000, () => '(c)')}`),
  addresses('address-quotes', () => `"${'\\"'.repeat(300_000)}`),
  addresses('address-angles', () => '<'.repeat(300_000)),
  addresses('address-commas', () => ','.repeat(500_000)),
  addresses('address-backslashes', () => `"${'\\'.repeat(500_000)}`),
  addresses('address-ats', () => `${'a@'.repeat(200_000)}x`),
  addresses('address-routes', () => `<${times(50_000, () => '@r.example,')}:a@x.example>`),
  addresses('address-names-encoded', () => times(20_000, () => `=?utf-8?Q?=C3=A4?= <a@x.example>,${CRLF} `)),
  addresses('address-names-of-charsets', () => {
    const charsets = ['utf-8', 'koi8-r', 'gb18030', 'utf-7', 'iso-2022-jp', 'x-none'];
    const names = times(1_500, (index) => `=?${charsets[index % charsets.length]}?Q?=41?=${CRLF} `);
    return `${names}<a@x.example>${CRLF}Cc: ${names}<b@x.example>${CRLF}Reply-To: ${names}<c@x.example>`;
  }),
  addresses('address-line-without-space', () => 'a'.repeat(1_000_000)),
  field('sender-in-encoded-word', () => ({
    From: '=?utf-8?Q?boss=40corp.example_=3Cboss=40corp.example=3E?= <e@evil.example>',
  })),
  field('sender-in-comment', () => ({ From: 'user@corp.example(x)evil.example' })),
  field('sender-in-quotes', () => ({ From: '"boss@corp.example x"@evil.example' })),
  field('sender-twice', () => ({ From: `a@first.example${CRLF}From: b@second.example` })),
  field('sender-of-nothing', () => ({ From: '<>' })),
];

const typed = (name: string, build: () => string, disposition?: () => string): HostileMessage =>
  hostile(name, () => ({
    entity: entity(build(), 'content', disposition ? { disposition: disposition() } : {}),
  }));
const image = () => 'image/png';

const PARAMETER_BOMBS: readonly HostileMessage[] = [
  typed(
    'continuations-100000',
    image,
    () => `attachment${times(100_000, (index) => `; filename*${index}=x`)}`,
  ),
  typed('continuation-999999999', image, () => 'attachment; filename*0=a; filename*999999999=b'),
  typed(
    'continuations-in-reverse',
    image,
    () => `attachment${times(2_000, (index) => `; filename*${1_999 - index}*=%41`)}`,
  ),
  typed('parameters-50000', () => `application/pdf${times(50_000, (index) => `; p${index}=v`)}`),
  typed(
    'parameters-of-prototypes',
    () => 'application/pdf; __proto__=x; name*__proto__=y',
    () => 'attachment; constructor=z',
  ),
  typed('content-type-of-1-mb', () => `text/${'x'.repeat(1_000_000)}`),
  typed('content-type-of-semicolons', () => `text/plain${';'.repeat(500_000)}`),
  typed('content-type-open-quote', () => `text/plain; charset="${'q'.repeat(500_000)}`),
  typed('charset-of-1-mb', () => `text/plain; charset=${'c'.repeat(1_000_000)}`),
  typed('file-name-of-1-mb', image, () => `attachment; filename="${'n'.repeat(1_000_000)}"`),
  typed('file-name-of-percents', image, () => `attachment; filename*=utf-8''${'%'.repeat(500_000)}`),
  typed('file-name-with-path', image, () => 'attachment; filename="..\\..\\/etc/passwd"'),
  typed(
    'file-name-with-line-end',
    image,
    () => "attachment; filename*=utf-8''a%0D%0ASet-Cookie:%20x=1%0D%0A%0D%0A.png",
  ),
  typed('file-name-turned-around', image, () => "attachment; filename*=utf-8''%E2%80%AEgnp.exe"),
  typed('file-name-of-quotes', image, () => 'attachment; filename="a\\"; filename=\\"b.exe"'),
  hostile('content-ids-odd', () => ({
    entity: `Content-ID: <../../etc/passwd>${CRLF}Content-Location: file:///etc/passwd${CRLF}${text('x')}`,
  })),
];

export const HOSTILE_HEADERS: readonly HostileMessage[] = [
  ...FIELD_FLOODS,
  ...ADDRESS_BOMBS,
  ...PARAMETER_BOMBS,
];
