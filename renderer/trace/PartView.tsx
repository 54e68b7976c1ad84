import { Button } from '@mantine/core';
import { IconFile, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Part } from '../../shared/model/message.ts';
import { formatBytes } from '../i18n/format.ts';
import { FoldedText } from './FoldedText.tsx';
import { base64Bytes, decodeBase64, imageKind } from './image-data.ts';
import { JsonTree } from './JsonTree.tsx';
import type { FoldLimits } from './text-fold.ts';
import textClasses from './text.module.css';
import classes from './parts.module.css';
import { markedText } from './visible-text.ts';
import { VisibleText } from './VisibleText.tsx';

type PartViewProps = {
  readonly part: Part;
  readonly partKey: string;
  readonly limits: FoldLimits;
  readonly canMarkdown?: boolean;
  readonly isMono?: boolean;
};

/** One piece of a message, whatever its kind. */
export function PartView({ part, partKey, limits, canMarkdown = false, isMono = false }: PartViewProps) {
  const { t } = useTranslation('trace');
  switch (part.type) {
    case 'text':
      return (
        <FoldedText text={part.text} foldKey={partKey} limits={limits} canMarkdown={canMarkdown} isMono={isMono} />
      );
    case 'refusal':
      return (
        <div>
          <span className={classes.refusal}>{t('node.refusal')}</span>
          <FoldedText text={part.text} foldKey={partKey} limits={limits} />
        </div>
      );
    case 'reasoning':
      if (part.encrypted === true) {
        return <div className={textClasses.dim}>{t('node.encrypted', { count: part.text.length })}</div>;
      }
      return <FoldedText text={part.text} foldKey={partKey} limits={limits} canMarkdown={canMarkdown} />;
    case 'image':
      return <ImagePart part={part} />;
    case 'file':
      return <FilePart part={part} />;
    case 'other':
      return (
        <div>
          <div className={textClasses.dim}>
            <VisibleText text={t('part.other', { kind: part.kind })} />
          </div>
          <JsonTree value={part.raw} label={markedText(t('part.other', { kind: part.kind }))} pieceKey={partKey} />
        </div>
      );
  }
}

/** Nothing is decoded before it is asked for, and nothing is ever fetched. */
function ImagePart({ part }: { readonly part: Extract<Part, { type: 'image' }> }) {
  const { t } = useTranslation('trace');
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (url === null) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const { mediaType, isShowable } = imageKind(part.mediaType);

  function show(): void {
    const bytes = part.data === undefined ? null : decodeBase64(part.data);
    if (bytes === null) setBroken(true);
    else setUrl(URL.createObjectURL(new Blob([bytes], { type: mediaType })));
  }

  if (part.data === undefined) {
    return (
      <div className={classes.media}>
        <IconPhoto size={14} aria-hidden />
        <span>
          {t('part.imageUrl')}: <VisibleText text={part.url ?? ''} />
        </span>
      </div>
    );
  }
  return (
    <div>
      <div className={classes.media}>
        <IconPhoto size={14} aria-hidden />
        <span>
          <VisibleText text={t('part.imageMeta', { type: mediaType, size: formatBytes(base64Bytes(part.data)) })} />
        </span>
        {isShowable ? (
          <Button size="xs" variant="subtle" onClick={url === null ? show : () => setUrl(null)}>
            {url === null ? t('part.showImage') : t('part.hideImage')}
          </Button>
        ) : null}
      </div>
      {isShowable ? null : (
        <div className={textClasses.dim}>
          <VisibleText text={t('part.otherImage', { type: mediaType })} />
        </div>
      )}
      {isBroken ? <div className={classes.broken}>{t('part.badImage')}</div> : null}
      {url === null || isBroken ? null : (
        <img className={classes.image} src={url} alt={t('part.imageAlt')} onError={() => setBroken(true)} />
      )}
    </div>
  );
}

function FilePart({ part }: { readonly part: Extract<Part, { type: 'file' }> }) {
  const { t } = useTranslation('trace');
  const name = part.name === undefined ? t('part.unnamedFile') : t('part.file', { name: part.name });
  return (
    <div className={classes.media}>
      <IconFile size={14} aria-hidden />
      <VisibleText text={name} />
      {part.data === undefined ? null : (
        <span className="t3">
          <VisibleText
            text={t('part.imageMeta', { type: part.mediaType ?? '', size: formatBytes(base64Bytes(part.data)) })}
          />
        </span>
      )}
    </div>
  );
}
