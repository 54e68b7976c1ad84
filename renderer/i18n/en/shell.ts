export const shell = {
  appName: 'Assay',
  skip: 'Skip to the content',
  places: {
    collect: 'Collect',
    samples: 'Samples',
    refine: 'Refine',
    duplicates: 'Duplicates',
    balance: 'Balance',
    split: 'Split',
    review: 'Review',
    graders: 'Graders',
    report: 'Report',
    export: 'Export',
    history: 'History',
    settings: 'Settings',
  },
} as const;
