export const help = {
  title: 'Help',
  fact: 'Comes with the app, so it is here without a network',
  topics: 'Topics',
} as const;
