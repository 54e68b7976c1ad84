import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useSearchParam } from '../../data/navigation.ts';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { plainHtml } from './help-text.ts';
import classes from './HelpPage.module.css';
import { TOPICS, topicOfLink } from './topics.ts';

const PLUGINS = [remarkGfm, plainHtml];

/** The pages of the manual, which come with the app. */
export function HelpPage() {
  const { t } = useTranslation('help');
  const [asked, setTopic] = useSearchParam('topic');
  const topic = TOPICS.find(({ name }) => name === asked) ?? TOPICS[0];
  const content = useRef<HTMLDivElement>(null);
  const name = topic?.name;
  useEffect(() => {
    if (content.current !== null) content.current.scrollTop = 0;
  }, [name]);
  return (
    <Page>
      <PageHead title={t('title')} fact={t('fact')} />
      <div className={classes.columns}>
        <nav className={classes.nav} aria-label={t('topics')} data-pane="help-nav" tabIndex={-1}>
          {TOPICS.map((entry) => (
            <button
              key={entry.name}
              type="button"
              className={classes.link}
              aria-current={entry === topic ? 'page' : undefined}
              onClick={() => setTopic(entry.name)}
            >
              {entry.title}
            </button>
          ))}
        </nav>
        {/* A long text is scrolled by keys when it has the focus. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <article ref={content} className={classes.content} data-pane="help" tabIndex={0} aria-label={topic?.title}>
          <Markdown
            remarkPlugins={PLUGINS}
            components={{
              a: ({ href = '', children }) => {
                const to = topicOfLink(href);
                return to === null ? (
                  <span>{children}</span>
                ) : (
                  <button type="button" className={classes.inText} onClick={() => setTopic(to)}>
                    {children}
                  </button>
                );
              },
              table: ({ children }) => (
                <div className={classes.table}>
                  <table>{children}</table>
                </div>
              ),
            }}
          >
            {topic?.text ?? ''}
          </Markdown>
        </article>
      </div>
    </Page>
  );
}
