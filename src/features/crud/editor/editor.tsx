import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { browserActions } from '../../../store/browserActions';
import { settings } from '../../../store/settings';
import { lazily } from '../../../ui/layout/lazily';
import { SkeletonBlock } from '../../../ui/overlays/messages';
import { holdFile } from '../../../world/files';
import type { Feature } from '../feature';
import { editorSaga } from './editorSaga';
import { type EditorState, editor } from './editorSlice';

// Few pages use rich text, so its code is loaded on demand.
const RichEditor = lazily(() =>
  import('../../../ui/inputs/rich/RichEditor').then((part) => ({ default: part.RichEditor })),
);

const boxPx = 300;

export interface EditorFieldProps {
  name: string;
  label: string;
  height?: number;
  /** The initial text, where the owner of the field keeps it; and every change of it. */
  value?: string;
  onChange?(html: string): void;
}

/**
 * Rich text under a name. Without `value` and `onChange` the editor keeps the text: `editor.actions.fill` sets it,
 * `editor.selectors.html` reads it.
 */
export function EditorField({ name, label, height = boxPx, value, onChange }: EditorFieldProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { html, edition, progress, inserts }: EditorState = useSelector((state: never) =>
    editor.selectors.of(state, name),
  );
  const { kind } = useSelector(settings.selectors.all).editorUpload;
  return (
    <Suspense fallback={<SkeletonBlock width="100%" height={height} />}>
      <RichEditor
        key={edition}
        html={value ?? html}
        label={label}
        height={height}
        progress={progress}
        inserts={inserts}
        // The server accepts only pictures that it stores itself, so others are removed here.
        isImageTaken={(address) => (kind === 'oss' ? /^\/(?!\/)/ : /^(\/(?!\/)|https?:\/\/)/i).test(address)}
        onChange={(text) => (onChange ? onChange(text) : dispatch(editor.actions.typed({ name, html: text })))}
        onChooseImages={() => dispatch(editor.actions.choosePictures({ name }))}
        onFiles={async (files) =>
          dispatch(editor.actions.sendPictures({ name, files: await Promise.all(files.map(holdFile)) }))
        }
        onInserted={(keys) => dispatch(editor.actions.inserted({ name, keys }))}
        onCopy={(text) => dispatch(browserActions.copy({ text, say: 'editor.copied' }))}
        words={(word, values) => t(`editor.${word}`, values ?? {})}
      />
    </Suspense>
  );
}

/** A feature without a page: the slice and saga of pages with rich text. */
export const feature: Feature = { name: 'editor', slices: [editor], saga: editorSaga, pages: {} };
