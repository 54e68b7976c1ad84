import type { ToolDef } from '../../../shared/model/message.ts';

/** What a customer of the made-up workshop asks, and how an answer to it reads. */
export type Ask = { readonly lang: string; readonly text: string; readonly answer: string };

export const ASKS: readonly Ask[] = [
  {
    lang: 'en',
    text: 'Order {order}: the chain skips on every third pedal stroke. Repair it or replace it?',
    answer: 'Replace the chain and the small sprocket.',
  },
  {
    lang: 'en',
    text: 'Order {order}: a flat tyre for the second time this week, please quote a new tube.',
    answer: 'A new tube and rim tape.',
  },
  {
    lang: 'en',
    text: 'Order {order}: customer wants the refund for the squeaking brakes today 🚲.',
    answer: 'Clean the pads first, then decide on the refund.',
  },
  {
    lang: 'en',
    text: 'Order {order}: e-bike battery loses half its charge overnight, is that covered?',
    answer: 'Covered by the warranty for two years.',
  },
  {
    lang: 'de',
    text: 'Auftrag {order}: Die Schaltung springt am Berg heraus, lohnt sich die Reparatur noch?',
    answer: 'Schaltauge richten und Zug tauschen.',
  },
  {
    lang: 'de',
    text: 'Auftrag {order}: Bremsbeläge quietschen, die Kundin möchte die Größe des Rahmens wissen.',
    answer: 'Beläge reinigen, Rahmenhöhe 54.',
  },
  {
    lang: 'fr',
    text: 'Commande {order} : la roue arrière est voilée après la chute, peut-on la redresser ?',
    answer: 'Oui, la roue peut être dévoilée.',
  },
  {
    lang: 'es',
    text: 'Pedido {order}: la cadena está oxidada y el cliente pregunta cuánto cuesta cambiarla.',
    answer: 'Cambiar la cadena cuesta poco.',
  },
  {
    lang: 'ja',
    text: '注文 {order}：後輪のブレーキが効かないので、修理の見積もりをお願いします。',
    answer: 'ブレーキワイヤーを交換します。',
  },
  { lang: 'zh', text: '订单 {order}：自行车链条断了，请问今天能修好吗？', answer: '今天可以更换新的链条。' },
];

export const RESULTS = [
  'Booking found: city bike, last serviced in March.',
  'In stock: 4 chains, 11 tubes, 2 brake cables.',
  'Quote: parts 32.50, labour 25.00.',
  'No booking under that number.',
] as const;

export const MODELS = ['wrench-large', 'wrench-small', null] as const;
export const TAGS = ['warranty', 'rush', 'tandem', 'winter check'] as const;

function tool(name: string, description: string): ToolDef {
  const parameters = {
    type: 'object',
    properties: { order: { type: 'string' }, depth: { type: 'integer' } },
    required: ['order'],
  };
  return { name, description, parameters };
}

export const TOOLS: readonly ToolDef[] = [
  tool('find_booking', 'Finds the booking of an order.'),
  tool('list_parts', 'Lists parts that fit a bicycle.'),
  tool('check_stock', 'Says how many of a part are left.'),
  tool('quote_repair', 'Adds up parts and labour.'),
  tool('send_message', 'Writes to the customer.'),
];
