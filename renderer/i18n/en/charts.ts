export const charts = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  from: 'From',
  to: 'To',
  value: 'Value',
  count: 'Count',
  baseline: 'Compared with',
  namedBin: '{{name}}: {{count, number}}',
  bin: '{{from}} to {{to}}, {{count, number}}',
} as const;
