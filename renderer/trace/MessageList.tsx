import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject, JsonValue } from '../../shared/model/json.ts';
import type { Message } from '../../shared/model/message.ts';
import { JsonTree } from './JsonTree.tsx';
import { withFlipped } from './key-set.ts';
import classes from './messages.module.css';
import { PartView } from './PartView.tsx';
import { TURN_FOLD } from './text-fold.ts';
import textClasses from './text.module.css';
import { TraceContext } from './trace-context.ts';
import { VisibleText } from './VisibleText.tsx';

type MessageListProps = {
  readonly prompt: readonly Message[];
  readonly messages: readonly Message[];
};

/** How many messages are drawn at once. */
const PAGE = 100;

/** The messages one by one as they are recorded, with every field. */
export function MessageList({ prompt, messages }: MessageListProps) {
  const { t } = useTranslation('trace');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(PAGE);
  const all = [
    ...prompt.map((message, index) => ({ message, index, isPrompt: true })),
    ...messages.map((message, index) => ({ message, index, isPrompt: false })),
  ];
  return (
    <TraceContext
      value={{
        isOpen: (key) => open.has(key),
        toggle: (key) => setOpen(withFlipped(open, key)),
        hasMarkdown: false,
        hoverKey: null,
        setHover: () => undefined,
      }}
    >
      {/* It scrolls, so the keyboard must reach it. */}
      {}
      <div className={classes.root} tabIndex={0} role="region" aria-label={t('messages.label')}>
        {all.slice(0, shown).map(({ message, index, isPrompt }, place) => (
          <MessageEntry key={place} message={message} number={index + 1} isPrompt={isPrompt} place={place} />
        ))}
        {all.length > shown ? (
          <button type="button" className={textClasses.foldButton} onClick={() => setShown(shown + PAGE)}>
            {t('call.more', { count: all.length - shown })}
          </button>
        ) : null}
      </div>
    </TraceContext>
  );
}

type EntryProps = {
  readonly message: Message;
  readonly number: number;
  readonly isPrompt: boolean;
  readonly place: number;
};

function MessageEntry({ message, number, isPrompt, place }: EntryProps) {
  const { t } = useTranslation('trace');
  const rest = otherFields(message);
  return (
    <article className={classes.message} aria-label={t('messages.index', { number })}>
      <header className={classes.head}>
        <b>{t(`node.${message.role}`)}</b>
        {message.name === undefined ? null : (
          <span className="mono11">
            <VisibleText text={message.name} />
          </span>
        )}
        {message.callId === undefined ? null : (
          <span className="mono11 t3 ell">{t('messages.answers', { id: message.callId })}</span>
        )}
        <span className={classes.meta}>
          {isPrompt ? <span>{t('messages.prompt')}</span> : null}
          {message.weight === undefined ? null : <span>{t('messages.weight', { value: message.weight })}</span>}
          <span>{number}</span>
        </span>
      </header>
      {message.parts.length === 0 && (message.calls?.length ?? 0) === 0 ? (
        <div className={textClasses.dim}>{t('messages.noText')}</div>
      ) : null}
      {message.parts.map((part, index) => (
        <PartView key={index} part={part} partKey={`${place}:${index}`} limits={TURN_FOLD} />
      ))}
      {message.calls?.map((call, index) => (
        <div key={index} className={classes.call}>
          <div className={classes.callName}>
            <VisibleText text={call.name} /> <span className="t3">{call.id}</span>
          </div>
          {call.args === undefined ? (
            <div className={`${textClasses.text} ${textClasses.mono}`}>
              <VisibleText text={call.argsText} />
            </div>
          ) : (
            <JsonTree value={call.args} raw={call.argsText} label={call.name} />
          )}
        </div>
      ))}
      {rest === null ? null : (
        <div className={classes.rest}>
          <JsonTree value={rest} label={t('extras.ofMessage')} />
        </div>
      )}
    </article>
  );
}

/** What a message holds beside its texts and calls; null when nothing. */
function otherFields(message: Message): JsonValue | null {
  const { finish, tokens, timing, isError, contentForm, extras } = message;
  const entries: [string, JsonValue | undefined][] = [
    ['finish', finish],
    ['tokens', tokens],
    ['isError', isError],
    ['contentForm', contentForm === 'text' ? undefined : contentForm],
    ['startMs', timing?.startMs],
    ['durationMs', timing?.durationMs],
  ];
  const known: JsonObject = Object.fromEntries(
    entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
  const all: JsonObject = extras === undefined ? known : { ...known, ...extras };
  return Object.keys(all).length === 0 ? null : all;
}
