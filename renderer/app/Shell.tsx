import { AppShell } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banners } from './Banners.tsx';
import { Sidebar } from './Sidebar.tsx';
import { StatusBar, WelcomeStatusBar } from './StatusBar.tsx';
import { TitleBar, WelcomeTitleBar } from './TitleBar.tsx';
import { useLiveCommands } from './use-live-commands.ts';
import { useIsSidebarOpen } from './use-sidebar.ts';
import classes from './Shell.module.css';

const HEADER = 40;
const FOOTER = 24;
const SIDEBAR = 200;
const RAIL = 48;

/** The frame around every screen of an open project. */
export function ProjectShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  useLiveCommands();
  const width = useIsSidebarOpen() ? SIDEBAR : RAIL;
  return (
    <AppShell
      header={{ height: HEADER }}
      navbar={{ width, breakpoint: 0 }}
      footer={{ height: FOOTER }}
      padding={0}
      transitionDuration={0}
      classNames={{ header: classes.header, navbar: classes.navbar, main: classes.main, footer: classes.footer }}
    >
      <SkipLink />
      <AppShell.Header aria-label={t('regions.title')}>
        <TitleBar />
      </AppShell.Header>
      <AppShell.Navbar component="div">
        <Sidebar />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} data-pane="main">
        <Banners />
        {children}
      </AppShell.Main>
      <AppShell.Footer aria-label={t('regions.status')}>
        <StatusBar />
      </AppShell.Footer>
    </AppShell>
  );
}

/** The frame while no project is open. */
export function PlainShell({
  subtitle,
  isDamaged = false,
  children,
}: {
  subtitle?: string;
  isDamaged?: boolean;
  children: ReactNode;
}) {
  return (
    <AppShell
      header={{ height: HEADER }}
      footer={{ height: FOOTER }}
      padding={0}
      classNames={{ header: classes.header, main: classes.main, footer: classes.footer }}
    >
      <SkipLink />
      <AppShell.Header>
        <WelcomeTitleBar {...(subtitle === undefined ? {} : { subtitle })} />
      </AppShell.Header>
      <AppShell.Main id="content" tabIndex={-1} data-pane="main">
        <Banners isPlain />
        {children}
      </AppShell.Main>
      <AppShell.Footer>
        <WelcomeStatusBar isDamaged={isDamaged} />
      </AppShell.Footer>
    </AppShell>
  );
}

function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a
      href="#content"
      className={classes.skip}
      onClick={(event) => {
        // The address belongs to the router.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {t('skip')}
    </a>
  );
}
