import { ActionIcon, Popover, UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIELDS } from '../../../shared/query/fields.ts';
import classes from './filter.module.css';

const GRAMMAR = [
  ['hail windscreen', 'words'],
  ['"policy terms"', 'phrase'],
  ['windscr*', 'prefix'],
  ['outcome:failure,error', 'fieldValue'],
  ['calls>=4 reward:0.2..0.5', 'compare'],
  ['tag:none flag:any', 'presence'],
  ['-tag:rush', 'negate'],
  ['(lang:de or lang:fr) hail', 'or'],
] as const;

/** The filter language on one card; a click on an example uses it. */
export function FilterHelp({ onExample }: { readonly onExample: (example: string) => void }) {
  const { t } = useTranslation('samples');
  const [isOpen, setOpen] = useState(false);
  function use(example: string): void {
    setOpen(false);
    onExample(example);
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={540} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={24} aria-label={t('search.help')} onClick={() => setOpen(!isOpen)}>
          <IconHelp size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.help} aria-label={t('help.title')}>
        <h2>{t('help.title')}</h2>
        <dl>
          {GRAMMAR.map(([example, key]) => (
            <div key={key}>
              <dt>
                <Example text={example} onUse={use} />
              </dt>
              <dd>{t(`help.${key}`)}</dd>
            </div>
          ))}
        </dl>
        <h2>{t('help.fields')}</h2>
        <table>
          <thead>
            <tr>
              <th>{t('help.field')}</th>
              <th>{t('help.meaning')}</th>
              <th>{t('help.example')}</th>
            </tr>
          </thead>
          <tbody>
            {FIELDS.map((field) => (
              <tr key={field.name}>
                <td className="mono11">{field.name}</td>
                <td>
                  <Description text={field.description} />
                </td>
                <td>
                  <Example text={field.examples[0]} onUse={use} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Words of the language stand between backticks. */
function Description({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="mono11">
        {part}
      </span>
    ),
  );
}

function Example({ text, onUse }: { readonly text: string; readonly onUse: (example: string) => void }) {
  return (
    <UnstyledButton className={classes.example} onClick={() => onUse(text)}>
      {text}
    </UnstyledButton>
  );
}
