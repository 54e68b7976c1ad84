import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { detectLanguage } from '../facets/language.ts';
import { call, say } from '../testing/add-sample.ts';
import { checkSample } from '../testing/check-samples.ts';
import { createLanguageMix } from './language-mix.ts';
import { redaction } from './redaction.ts';
import { refusal } from './refusal.ts';

describe('refusal', () => {
  const run = (text: string) => refusal.scan(checkSample({ messages: [say('assistant', text)] }));
  it.each([
    "I'm sorry, but I can't help with that.",
    'I’m sorry, I cannot assist with that request.',
    "Sorry — I'm not able to help you with this.",
    'I cannot comply with your request.',
    "I can't provide instructions for that.",
    'Unfortunately, I am unable to provide such content.',
    'I must decline to answer this.',
    'As an AI language model, I cannot do this.',
    'That would be against my guidelines.',
    'I won’t be able to assist with this one.',
    '很抱歉，我无法协助您完成这个请求。',
    '对不起，我不能提供这类信息或相关内容。',
    '作为一个人工智能语言模型，我无法回答。',
    '我必须拒绝这个请求。',
  ])('hears: %s', (text) => {
    expect(run(text)).toHaveLength(1);
  });

  it.each([
    "I can't find the file.",
    'I cannot locate order 1204; please check the number.',
    "I can't help but notice that the total is wrong.",
    "I'm sorry, your parcel was delayed by the weather.",
    'I can’t provide a date before the parts arrive, but I can call you.',
    'The tool cannot help here, so I used the other one.',
    'The customer wrote: "I can\'t help with that." I answered kindly.',
    'I was unable to open the page, so I read the cached copy.',
    'You must decline the offer before Friday.',
    '很抱歉，我无法找到该文件。',
    '对不起，您的包裹因天气延误了。',
    '我不能确定日期，请提供订单号。',
    'You can refuse to sign.',
  ])('lets pass: %s', (text) => {
    expect(run(text)).toEqual([]);
  });

  it('gives the place of the words', () => {
    const text = "Thank you. I can't help with that.";
    const [found] = run(text);
    expect(text.slice(found?.span?.start, found?.span?.end)).toBe("I can't help with");
  });

  it('takes the word of the maker, and only the last answer counts', () => {
    const part: Message = { role: 'assistant', parts: [{ type: 'refusal', text: 'No.' }] };
    expect(refusal.scan(checkSample({ messages: [part] }))).toMatchObject([{ detail: { by: 'provider', part: 0 } }]);
    expect(refusal.scan(checkSample({ messages: [part, say('user', 'please'), say('assistant', 'Fine.')] }))).toEqual(
      [],
    );
    const acts: Message = { ...call(['a', {}]), parts: [{ type: 'text', text: "I can't help with that." }] };
    expect(refusal.scan(checkSample({ messages: [acts] }))).toEqual([]);
  });
});

describe('redaction', () => {
  const run = (text: string) => redaction.scan(checkSample({ prompt: [say('user', text)] }));
  it.each([
    ['Call [REDACTED] at noon', '[REDACTED]'],
    ['Card <CREDIT_CARD> was refused', '<CREDIT_CARD>'],
    ['I am <PERSON_1>', '<PERSON_1>'],
    ['Mail {{EMAIL}} me', '{{EMAIL}}'],
    ['[REDACTED EMAIL] wrote', '[REDACTED EMAIL]'],
    ['Name ████ Street', '████'],
    ['SSN xxx-xx-1234', 'xxx-xx-1234'],
    ['card **** 4242 expired', '**** 4242'],
    ['password: *** and more', '***'],
    ['write to j***@example.org', '***'],
    ['card XXXX XXXX XXXX 1111', 'XXXX XXXX XXXX 1111'],
  ])('marks the mask in: %s', (text, mark) => {
    const [found] = run(text);
    expect(text.slice(found?.span?.start, found?.span?.end)).toBe(mark);
    expect(found).toMatchObject({ attemptId: null, messageIdx: 0, detail: { part: 0, count: 1, marks: [mark] } });
  });

  it.each([
    '***',
    'Read ***this*** first',
    'a ** b ** c',
    '/****** banner ******/',
    'List<PERSON> of <b>bold</b>',
    'Array<String> and Map<KEY, VALUE>',
    'the size is xxx-large',
    'the report was redacted by the office',
    '| --- | --- |',
  ])('lets pass: %s', (text) => {
    expect(run(text)).toEqual(text.startsWith('List') ? [expect.anything()] : []);
  });

  it('counts the marks of a message and looks into arguments and results', () => {
    const messages = [call(['send', { to: '<EMAIL>', cc: '<EMAIL>' }]), say('tool', 'Sent to [REDACTED]')];
    expect(redaction.scan(checkSample({ messages }))).toMatchObject([
      { attemptId: 5, messageIdx: 0, detail: { call: 0, count: 2, marks: ['<EMAIL>'] } },
      { attemptId: 5, messageIdx: 1, detail: { part: 0, count: 1 } },
    ]);
  });
});

describe('language-mix', () => {
  const check = createLanguageMix(detectLanguage);
  const english = 'Where is my parcel with the front light that I ordered for my bicycle last week?';
  const german =
    'Ihr Paket mit dem vorderen Licht ist gestern angekommen und liegt im Laden für Sie bereit, bis Sonnabend.';
  const chinese = '您的包裹昨天已经到达本店，请您在本周六之前带上订单号和身份证件到店里来领取，谢谢您的耐心等待。';
  const run = (asked: string, answered: string) =>
    check
      .scan(checkSample({ prompt: [say('user', asked)], messages: [say('assistant', answered)] }))
      .map(({ detail }) => detail);

  it('sees an answer in another language', () => {
    expect(run(english, german)).toEqual([{ kind: 'other', asked: 'en', answered: 'de' }]);
    expect(run(english, chinese)).toEqual([{ kind: 'other', asked: 'en', answered: 'zh' }]);
  });

  it('sees an answer that changes its language', () => {
    const more =
      'Your parcel with the front light arrived yesterday, and it waits in the shop for you until Saturday. ';
    expect(run(english, more.repeat(2) + german.repeat(2))).toEqual([{ kind: 'two', languages: ['en', 'de'] }]);
  });

  it.each([
    [
      'the same language',
      english,
      'Your parcel with the front light arrived yesterday, and it waits in the shop for you.',
    ],
    ['a short answer', english, 'Ja, ist da.'],
    ['a translation that was asked for', `${english} Please translate it into German.`, german],
    ['code', english, '```ts\nconst unverkäuflich = zähleAlleGegenstände(im, Laden);\n```'],
    [
      'a quote',
      english,
      'It says: "Ihr Paket mit dem vorderen Licht ist gestern angekommen und liegt bereit für Sie."',
    ],
    ['a question too short to tell', 'ok?', german],
  ])('lets pass %s', (_name, asked, answered) => {
    expect(run(asked, answered)).toEqual([]);
  });
});
