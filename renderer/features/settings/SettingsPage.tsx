import { ScrollArea } from '@mantine/core';
import {
  IconBraces,
  IconDatabase,
  IconInfoCircle,
  IconKeyboard,
  IconPalette,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParam } from '../../data/navigation.ts';
import { useProject } from '../../data/use-project.ts';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { AboutSection, AppearanceSection, KeyboardSection, PrivacySection } from './AppSections.tsx';
import { DataSection, ReviewerSection, StorageSection } from './ProjectSections.tsx';
import classes from './SettingsPage.module.css';

const APP = [
  { key: 'appearance', icon: IconPalette, Section: AppearanceSection },
  { key: 'keyboard', icon: IconKeyboard, Section: KeyboardSection },
  { key: 'privacy', icon: IconShieldLock, Section: PrivacySection },
] as const;
const PROJECT = [
  { key: 'reviewer', icon: IconUser, Section: ReviewerSection },
  { key: 'data', icon: IconBraces, Section: DataSection },
  { key: 'storage', icon: IconDatabase, Section: StorageSection },
] as const;
const ABOUT = [{ key: 'about', icon: IconInfoCircle, Section: AboutSection }] as const;
type Entry = (typeof APP | typeof PROJECT | typeof ABOUT)[number];

/** What can be set, of the app and of the open project. Everything is stored as it is changed. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const project = useProject();
  const [section, setSection] = useSearchParam('section');
  const content = useRef<HTMLDivElement>(null);
  const groups: readonly (readonly [title: string | null, entries: readonly Entry[]])[] = [
    [t('sections.app'), APP],
    ...(project === undefined ? [] : [[t('sections.project'), PROJECT] as const]),
    [null, ABOUT],
  ];
  function show(key: Entry['key']): void {
    setSection(key, { replace: true });
    content.current?.querySelector(`#settings-${key}`)?.scrollIntoView({ block: 'start' });
  }
  return (
    <Page>
      <PageHead title={t('title')} fact={t('fact')} />
      <div className={classes.columns}>
        <nav className={classes.nav} aria-label={t('title')} data-pane="settings-nav" tabIndex={-1}>
          {groups.map(([title, entries]) => (
            <div key={title ?? ''} className={classes.group}>
              {title === null ? null : <h2 className={classes.groupTitle}>{title}</h2>}
              {entries.map(({ key, icon: Icon }) => (
                <button
                  key={key}
                  type="button"
                  className={classes.link}
                  aria-current={(section ?? 'appearance') === key ? 'true' : undefined}
                  onClick={() => show(key)}
                >
                  <Icon size={16} stroke={1.9} aria-hidden />
                  {t(`sections.${key}`)}
                </button>
              ))}
            </div>
          ))}
        </nav>
        <ScrollArea className={classes.scroll} viewportRef={content} data-pane="settings" tabIndex={-1}>
          <div className={classes.content}>
            {groups.flatMap(([, entries]) => entries.map(({ key, Section }) => <Section key={key} />))}
          </div>
        </ScrollArea>
      </div>
    </Page>
  );
}
