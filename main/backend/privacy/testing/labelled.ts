/**
 * Sentences made for this set, with what is private in them as `[[kind|text]]`. Half of them hold nothing: numbers of orders,
 * versions, hashes and names of products are what a detector must leave alone. Keys are put together here, so that no
 * scanner of repositories takes them for real ones.
 */
const token = (head: string, body: string, times: number): string => head + body.repeat(times);
const GITHUB = token('ghp_', 'a1B2', 9);
const OPENAI = token('sk-proj-', 'Ab1', 16);
const STRIPE = token('sk_live_', 'x9Q', 8);
const AWS = token('AKIA', 'J7Q4', 4);
const HUGGING = token('hf_', 'QwErT', 7);
const JWT = `${token('eyJ', 'hbGci', 4)}.${token('eyJ', 'zdWIi', 5)}.${token('', 'SflKx', 5)}`;

export const LABELLED: readonly string[] = [
  // E-mail
  'Write to [[email|mira.keller@depot.example.org]] before noon.',
  'cc: [[email|o.brien+bikes@shop-north.co.uk]], [[email|li_wei@mail.example.cn]]',
  '请把发票寄到 [[email|caiwu@zixingche.example.cn]]，谢谢。',
  'The handle @depot and the decorator @app.route("/x") are no addresses.',
  'user@localhost and a@b are not either.',
  // Phone
  'Call me at [[phone|+49 30 901820]] or [[phone|(415) 555-2671]].',
  'Tel. [[phone|+44 20 7946 0958]], ask for the depot.',
  '电话 [[phone|138 0013 8000]]，周末也可以打。',
  '我的手机号是[[phone|13912345678]]。',
  'Fax [[phone|+86 10 6552 9988]] is read once a day.',
  'Order 20240612345 left on 2024-06-12 at 14:05:09.',
  'It took 1530 ms over 12 steps, tokens 4096, seed 20260101.',
  // Cards and accounts
  'The card [[card|4111 1111 1111 1111]] was refused.',
  'Charged [[card|5555555555554444]] twice.',
  'The refund goes to [[card|4000 0566 5566 5556]].',
  'row 21 12.5 40047 2026-01-06T10:00:00, row 31029 12.5 217203 of 3.14159',
  'Use [[card|3782-822463-10005]] for the deposit.',
  'The number 4111 1111 1111 1112 fails its check digit.',
  'trace 4539148803436468123456 is too long for a card.',
  'Refund to [[iban|DE89 3704 0044 0532 0130 00]] please.',
  'IBAN [[iban|GB29NWBK60161331926819]], reference bike 7.',
  'FR76 3000 6000 0112 3456 7890 188 has a wrong check digit.',
  // National ids
  'SSN on file: [[national_id|536-90-4399]].',
  '身份证号 [[national_id|11010519491231002X]]，请核对。',
  'National insurance [[national_id|QQ 12 34 56 C]] was given.'.replace('QQ', 'AB'),
  'Codice fiscale [[national_id|RSSMRA85T10A562S]].',
  'Invoice 123-45-678 and part 000-12-3456 are no ids.',
  // Machines and places on them
  'Login from [[ip|203.0.113.42]] at night.',
  'The peer is [[ip|2001:db8::8a2e:370:7334]].',
  'Listening on 127.0.0.1:8080 and ::1, mask 255.255.255.0.',
  'Version 10.4.0.1 is not out yet, 1.2.3 is.'.replace('10.4.0.1', '10.4.0'),
  'See /home/[[home_path|mira]]/depot/log.txt for more.',
  'Saved to C:\\Users\\[[home_path|jonas.b]]\\Desktop\\bikes.csv',
  'open /Users/[[home_path|weili]]/Library/x and /Users/Shared/y',
  'Files under /home/runner/work and /usr/share are nobody’s.',
  // Secrets
  `export GITHUB_TOKEN=[[secret|${GITHUB}]]`,
  `curl -H "Authorization: Bearer [[secret|${OPENAI}]]" https://api.example.org`,
  `stripe: [[secret|${STRIPE}]]`,
  `aws_access_key_id = [[secret|${AWS}]]`,
  `token [[secret|${HUGGING}]] expires on Friday`,
  `cookie: session=[[secret|${JWT}]]; path=/`,
  'db = [[secret|postgres://depot:w1nter99@db.example.org/bikes]]',
  'password: [[secret_value|hunter22x]]',
  '{"api_key": "[[secret_value|9f8e7d6c5b4a]]", "size": 3}',
  '密码是[[secret_value|Qiche2024]]，不要告诉别人。',
  'password: ******** and api_key=YOUR_API_KEY are placeholders.',
  'Forgot your password? The secret ingredient is time.',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed it',
  'id 550e8400-e29b-41d4-a716-446655440000, sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'call_Zk3n9QmT81 returned, request req_7a6b5c4d',
  // Persons
  'My name is [[person|Mira Keller]] and the bell is broken.',
  'Dear [[person|Mr. Okafor]], your bike is ready.'.replace('[[person|Mr. Okafor]]', 'Mr. [[person|Okafor]]'),
  'Dr. [[person|Lena Hoffmann]] signed for it.',
  '[[person|Thomas Berg]] and [[person|Sofia Rossi]] share a lock.',
  'Best regards, [[person|Priya Nair]]',
  '我叫[[person|王小明]]，想租一辆车。',
  '请转告[[person|李]]先生，明天下午三点。',
  '联系人：[[person|赵敏]]，下午在家。',
  'Mountain Bike and Helmet Medium are in stock.',
  'I am Happy to help with Route Seven.',
  '我是来还车的，请问在哪里？',
  '先生，您好，请稍等。',
  // Addresses
  'Deliver to [[address|12 Oak Street, Apt 4]], ring twice.',
  'We moved to [[address|220B Baker Hill Road]] in May.',
  'Abholung in der [[address|Lindenstraße 14]], im Hof.',
  '送到[[address|上海市浦东新区世纪大道100号]]，到了打电话。',
  'Take 3 Large Boxes Street side first.'.replace('Street', 'kerb'),
  'Step 12 of the Road map is done.',
  '这个市场很大，一路顺风。',
  // Nothing
  'The quota is 40 samples; 17 were kept, 3 by hand.',
  'Preis: 1.299,00 EUR, Rahmen 56 cm, Gewicht 9,4 kg.',
  '今天借了三辆车，明天还两辆。',
  'error code 0x8007000E at offset 18446744073709551615',
  'GET /v1/bikes/4521?from=2024-01-01&to=2024-12-31 200',
  'lat 52.520008, lon 13.404954, alt 34.0',
  'ISBN 978-3-16-148410-0 costs 20 dollars.',
  // Written after the detectors, to see what they miss; nothing was tuned to them.
  'thanks, [[person|jonas]]',
  '[[person|Nguyen Thi Lan]] picked it up.',
  '[[person|王芳]]昨天来过，车铃坏了。',
  '[[address|5 rue de la Paix, Paris]], second floor',
  '[[address|Calle Mayor 5, Madrid]]',
  'call [[phone|4155552671]] tonight',
  'mobil: [[phone|+4915112345678]]',
  `aws_secret_access_key = [[secret_value|${token('wJalrXUt', 'nFEMI', 6)}bK]]`,
  'the password is [[secret_value|correcthorsebattery]]',
  'open http://[[ip|10.1.2.3]]:8080/x',
  'C:\\Users\\[[home_path|Mira Keller]]\\bikes.csv',
  'file:///Users/[[home_path|weili]]/a.txt',
  '{"email":"[[email|lan@shop.example.vn]]","tel":"[[phone|+84 24 3825 2525]]"}',
  '{"name": "[[person|Elena Petrova]]", "city": "Sofia"}',
  'Sofia is lovely in May, and so is Victoria Station.',
  'Contact: [[email|support@depot.example.com]] (24/7)',
  'Karte [[card|6011 0009 9013 9424]] gesperrt',
  'IBAN: [[iban|FR14 2004 1010 0505 0001 3M02 606]]',
  '护照 E12345678，航班 CA1234，座位 32A',
  'build 4.18.0-553.el8_10.x86_64 on node-17',
  'Le NIR est [[national_id|1 84 12 76 451 089 46]].',
  'Room 12 Drive A failed at 03:14:15.926',
];
