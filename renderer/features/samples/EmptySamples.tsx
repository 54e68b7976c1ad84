import { Button } from '@mantine/core';
import { IconClipboardPlus, IconFileImport, IconFilterSearch, IconPencilPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../data/client.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatKeys } from '../../state/keys.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { countConditions } from './filter-chips.ts';
import classes from './empty.module.css';

type EmptyProjectProps = {
  readonly canWrite: boolean;
  readonly onImport: () => void;
  readonly onCreate: () => void;
  readonly onPaste: () => void;
};

/** A project without samples: what goes here, and three ways to fill it. */
export function EmptyProject({ canWrite, onImport, onCreate, onPaste }: EmptyProjectProps) {
  const { t } = useTranslation('samples');
  const { isMac } = useHost();
  return (
    <div className={classes.project}>
      <Sketch />
      <h2>{t('empty.title')}</h2>
      <p>{t('empty.text')}</p>
      <div className={classes.ways}>
        <Way
          icon={<IconFileImport size={18} aria-hidden />}
          title={t('empty.import.title')}
          text={t('empty.import.text')}
        >
          <Button
            variant="filled"
            disabled={!canWrite}
            rightSection={<Kbd keys={formatKeys('mod+i', isMac)} isOnFill />}
            onClick={onImport}
          >
            {t('empty.import.title')}
          </Button>
        </Way>
        <Way
          icon={<IconPencilPlus size={18} aria-hidden />}
          title={t('empty.write.title')}
          text={t('empty.write.text')}
        >
          <Button disabled={!canWrite} onClick={onCreate}>
            {t('empty.write.title')}
          </Button>
        </Way>
        <Way
          icon={<IconClipboardPlus size={18} aria-hidden />}
          title={t('empty.paste.title')}
          text={t('empty.paste.text')}
        >
          <Button disabled={!canWrite} onClick={onPaste}>
            {t('empty.paste.title')}
          </Button>
        </Way>
      </div>
    </div>
  );
}

type WayProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
};

function Way({ icon, title, text, children }: WayProps) {
  return (
    <section className={classes.way}>
      <span className={classes.wayIcon}>{icon}</span>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </section>
  );
}

/** Three rows of a table, the second and third paler. */
function Sketch() {
  return (
    <div className={classes.sketch} aria-hidden>
      {[0, 1, 2].map((row) => (
        <div key={row}>
          <i />
          <span>
            <b />
            <b />
          </span>
          <em />
          <em />
          <em />
        </div>
      ))}
    </div>
  );
}

type NoMatchProps = { readonly filter: string; readonly onFilter: (filter: string) => void };

/** A filter that matches nothing: which conditions, and the smallest change that brings results. */
export function NoMatch({ filter, onFilter }: NoMatchProps) {
  const { t } = useTranslation('samples');
  const { data: ways } = useRpcQuery('filters.relax', { filter });
  const useful = (ways ?? []).filter((way) => way.total > 0).slice(0, 3);
  const sentences = useful.map((way) => t('empty.without', { without: way.without, count: way.total }));
  const count = countConditions(filter);
  return (
    <EmptyState
      icon={<IconFilterSearch size={24} />}
      title={t('empty.noMatch', { count })}
      text={ways !== undefined && useful.length === 0 && count > 1 ? t('empty.noRelief') : sentences.join(' ')}
    >
      {useful.slice(0, 2).map((way) => (
        <Button key={way.filter} onClick={() => onFilter(way.filter)}>
          {t('empty.drop', { without: way.without })}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => onFilter('')}>
        {t('empty.clearAll')}
      </Button>
    </EmptyState>
  );
}
