export const history = {
  title: 'History',
  fact: 'Every change, newest first. Undo never deletes from this list.',
  columns: { when: 'When', what: 'Change', who: 'By', state: 'State' },
  undone: 'Undone',
  isUndo: 'Undo',
  notUndoable: 'Cannot be undone',
  emptyTitle: 'No changes yet',
  emptyText: 'Imports, decisions, tags, reviews and graders are listed here as you make them.',
  undoLast: 'Undo {{label}}',
  redoLast: 'Redo {{label}}',
  more: 'Show earlier changes',
  next: 'Next to undo',
} as const;
