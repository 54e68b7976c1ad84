import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { useHost } from '../data/client.tsx';
import { htmlAsText, markHidden, MARKDOWN_SCHEMA, type HiddenMarkAttributes } from './markdown-safety.ts';
import classes from './text.module.css';
import { HiddenMark } from './VisibleText.tsx';

const OPENABLE = /^(?:https?:\/\/|mailto:)/iu;

/** Markdown without raw HTML and without images; a link shows where it leads before it opens. */
export function MarkdownText({ text }: { readonly text: string }) {
  const [url, setUrl] = useState<string | null>(null);
  const components: Components = {
    a: ({ href, children }) => (
      <TraceLink url={href ?? ''} onOpen={setUrl}>
        {children}
      </TraceLink>
    ),
    img: ({ src }) => <BlockedImage url={typeof src === 'string' ? src : ''} />,
    // Only `markHidden` makes spans: the schema has none.
    span: (props) => {
      const { 'data-label': label = '', 'data-name': name = '' } = props as HiddenMarkAttributes;
      return <HiddenMark label={label} name={name} />;
    },
  };
  return (
    <div className={classes.markdown} dir="auto">
      <Markdown
        remarkPlugins={[remarkGfm, htmlAsText]}
        rehypePlugins={[[rehypeSanitize, MARKDOWN_SCHEMA], markHidden]}
        components={components}
        // The schema allows what may be opened; this keeps the address as it was written, to be shown.
        urlTransform={(value) => value}
      >
        {text}
      </Markdown>
      {url === null ? null : <LinkDialog url={url} onClose={() => setUrl(null)} />}
    </div>
  );
}

type TraceLinkProps = { readonly url: string; readonly onOpen: (url: string) => void; readonly children?: ReactNode };

function TraceLink({ url, onOpen, children }: TraceLinkProps) {
  return (
    <button type="button" className={classes.link} title={url} onClick={() => onOpen(url)}>
      {children}
    </button>
  );
}

function BlockedImage({ url }: { readonly url: string }) {
  const { t } = useTranslation('trace');
  return <span className={classes.dim}>{t('link.imageBlocked', { url })}</span>;
}

function LinkDialog({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['trace', 'common']);
  const host = useHost();
  const canOpen = OPENABLE.test(url);
  function open(): void {
    host.openExternal(url);
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={t('trace:link.title')}>
      <Text c="var(--text-2)">{canOpen ? t('trace:link.body') : t('trace:link.unsafe')}</Text>
      <Code block my={12} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {url}
      </Code>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        {canOpen ? (
          <Button size="md" onClick={open}>
            {t('trace:link.open')}
          </Button>
        ) : null}
      </Group>
    </Modal>
  );
}
