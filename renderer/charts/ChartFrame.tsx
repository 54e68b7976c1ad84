import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './charts.module.css';

export type ChartTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Gives a chart its sentence, and the same numbers as a table. */
export function ChartFrame({ label, table, children }: { label: string; table: ChartTable; children: ReactNode }) {
  const { t } = useTranslation('charts');
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes.frame} aria-label={label}>
      {isTable ? <NumberTable table={table} label={label} /> : children}
      <Button size="compact-xs" variant="subtle" className={classes.toggle} onClick={() => setTable((value) => !value)}>
        {isTable ? t('showChart') : t('showTable')}
      </Button>
    </figure>
  );
}

function NumberTable({ table, label }: { table: ChartTable; label: string }) {
  return (
    <div className={classes.tableBox}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {table.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((cell, index) => (
                <td key={table.head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
