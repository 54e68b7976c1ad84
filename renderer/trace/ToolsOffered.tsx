import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconTools } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../shared/model/json.ts';
import type { ToolDef } from '../../shared/model/message.ts';
import { FoldedText } from './FoldedText.tsx';
import { JsonTree } from './JsonTree.tsx';
import { REASONING_FOLD } from './text-fold.ts';
import textClasses from './text.module.css';
import classes from './timeline.module.css';
import { useTrace } from './trace-context.ts';

const TOOLS_KEY = 'tools';
const EXTRAS_KEY = 'extras';

/** The tools the model was offered, folded to their number. */
export function ToolsOffered({ tools }: { readonly tools: readonly ToolDef[] }) {
  const { t } = useTranslation('trace');
  const { isOpen, toggle } = useTrace();
  if (tools.length === 0) return null;
  const open = isOpen(TOOLS_KEY);
  return (
    <div className={classes.step}>
      <span className={classes.node} data-tone="tool">
        <IconTools size={12} aria-hidden />
      </span>
      <div className={classes.content}>
        <UnstyledButton className={classes.head} aria-expanded={open} onClick={() => toggle(TOOLS_KEY)}>
          {t('tools.offered', { count: tools.length })}
          {open ? <IconChevronDown size={12} aria-hidden /> : <IconChevronRight size={12} aria-hidden />}
        </UnstyledButton>
        {open ? (
          <div className={classes.toolList}>
            {tools.map((tool, index) => (
              <ToolOffered key={index} tool={tool} />
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}

function ToolOffered({ tool }: { readonly tool: ToolDef }) {
  const { t } = useTranslation('trace');
  return (
    <article className={classes.tool} aria-label={tool.name}>
      <div className={classes.toolName}>{tool.name}</div>
      <div className={classes.quiet}>
        {tool.description === undefined ? (
          <span className="t3">{t('tools.noDescription')}</span>
        ) : (
          <FoldedText text={tool.description} foldKey={`tool:${tool.name}`} limits={REASONING_FOLD} />
        )}
      </div>
      {tool.parameters === undefined ? (
        <div className={textClasses.dim}>{t('tools.noSchema')}</div>
      ) : (
        <JsonTree value={tool.parameters} label={tool.name} />
      )}
      {tool.extras === undefined ? null : <JsonTree value={tool.extras} label={t('extras.title')} />}
    </article>
  );
}

/** Fields of the record that Assay does not model: kept, so they can be seen. */
export function ExtraFields({ value }: { readonly value: JsonValue }) {
  const { t } = useTranslation('trace');
  const { isOpen, toggle } = useTrace();
  const open = isOpen(EXTRAS_KEY);
  return (
    <div className={classes.tools}>
      <UnstyledButton className={textClasses.foldButton} aria-expanded={open} onClick={() => toggle(EXTRAS_KEY)}>
        {open ? <IconChevronDown size={12} aria-hidden /> : <IconChevronRight size={12} aria-hidden />}
        {t('extras.title')}
      </UnstyledButton>
      {open ? <JsonTree value={value} label={t('extras.title')} /> : null}
    </div>
  );
}
