import './trusted';
import { ProgressBar, Toolbar } from '@fluentui/react-components';
import { Image } from '@tiptap/extension-image';
import { type ChainedCommands, type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useState } from 'react';
import type { IconName } from '../../../../contract/domain/icons/names';
import { Form } from '../../layout/Form';
import { Dialog } from '../../overlays/Dialog';
import { Button, IconButton, type IconButtonProps } from '../buttons';
import { FormField, TextInput } from '../fields';
import { useWiring } from '../wiring';
import styles from './RichEditor.module.css';
import { richText } from './RichText';

/** Formats of the toolbar: key of the text, icon, and name in the schema. */
const toggles = [
  ['heading1', 'text-header-1', 'heading', { level: 1 }],
  ['heading2', 'text-header-2', 'heading', { level: 2 }],
  ['heading3', 'text-header-3', 'heading', { level: 3 }],
  ['bold', 'text-bold', 'bold'],
  ['italic', 'text-italic', 'italic'],
  ['underline', 'text-underline', 'underline'],
  ['bullets', 'text-bullet-list', 'bulletList'],
  ['numbers', 'text-number-list', 'orderedList'],
  ['quote', 'text-quote', 'blockquote'],
] as const satisfies readonly (readonly [word: string, icon: IconName, name: string, attributes?: { level: number }])[];

function toggle(chain: ChainedCommands, [, , name, attributes]: (typeof toggles)[number]) {
  if (name === 'heading') return chain.toggleNode(name, 'paragraph', attributes);
  if (name === 'bulletList' || name === 'orderedList') return chain.toggleList(name, 'listItem');
  return name === 'blockquote' ? chain.toggleWrap(name) : chain.toggleMark(name);
}

/** Keys of the editor's texts. */
export type EditorWord =
  | (typeof toggles)[number][0]
  | 'toolbar'
  | 'link'
  | 'image'
  | 'undo'
  | 'redo'
  | 'noUndo'
  | 'noRedo'
  | 'source'
  | 'linkAddress'
  | 'linkHint'
  | 'linkProblem'
  | 'setLink'
  | 'removeLink'
  | 'cancel'
  | 'close'
  | 'copy'
  | 'uploading';

export interface RichEditorProps {
  /** The initial text; later changes of this prop are ignored. */
  html: string;
  /** Called at every change with the text as HTML; '' when it is empty. */
  onChange(html: string): void;
  onChooseImages(): void;
  /** Called with pictures that are pasted or dropped. */
  onFiles(files: File[]): void;
  /** Pictures to insert at the cursor; `onInserted` reports the inserted ones. */
  inserts: readonly { key: number; url: string; alt: string }[];
  onInserted(keys: number[]): void;
  onCopy(text: string): void;
  /** Running uploads; null while there are none. */
  progress: { total: number; done: number } | null;
  /** Whether a pasted picture with this address is kept. */
  isImageTaken(address: string): boolean;
  /** px */
  height?: number;
  label: string;
  words(word: EditorWord, values?: { done: number; total: number }): string;
}

/** The server keeps only links to web pages and mail addresses. */
function isLink(address: string) {
  return /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(address);
}
/** Adds `https://` to an address without a scheme. */
function completed(typed: string) {
  const address = typed.trim();
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
}

function extensionsOf(isImageTaken: (address: string) => boolean) {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => isLink(address),
        HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
      },
    }),
    Image.extend({
      parseHTML: () => [
        { tag: 'img[src]', getAttrs: (image) => (isImageTaken(image.getAttribute('src') ?? '') ? null : false) },
      ],
    }),
  ];
}

function picturesIn(data: DataTransfer): File[] {
  return [...data.files].filter(({ type }) => type === '' || type.startsWith('image/'));
}

/** HTML without the empty last paragraph that the editor keeps for the cursor. */
function htmlIn(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, '');
}

/** HTML with one block per line. */
function readable(html: string) {
  return html.replace(/(<\/(?:p|h[1-6]|ul|ol|li|blockquote|pre)>|<[uo]l>|<hr>)(?=.)(?!<\/(?:li|blockquote)>)/g, '$1\n');
}

function setLink(editor: Editor, href: string) {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href === '') chain.unsetLink().run();
  else if (!editor.state.selection.empty || editor.isActive('link')) chain.setLink({ href }).run();
  // Without a selection the address becomes the text.
  else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
}

function Tools({
  editor,
  words,
  onLink,
  onSource,
  onChooseImages,
}: Pick<RichEditorProps, 'words' | 'onChooseImages'> & { editor: Editor; onLink(): void; onSource(): void }) {
  const { on, isLinked, canUndo, canRedo } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: toggles.map(([, , name, attributes]) => now.isActive(name, attributes)),
      isLinked: now.isActive('link'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const off = (can: boolean, why: EditorWord) => (can ? {} : { disabledReason: words(why) });
  const tools: IconButtonProps[] = [
    ...toggles.map((one, at) => ({
      icon: one[1],
      label: words(one[0]),
      pressed: on[at] === true,
      onClick: () => toggle(chain(), one).run(),
    })),
    { icon: 'link', label: words('link'), pressed: isLinked, onClick: onLink },
    { icon: 'image-add', label: words('image'), onClick: onChooseImages },
    { icon: 'arrow-undo', label: words('undo'), onClick: () => chain().undo().run(), ...off(canUndo, 'noUndo') },
    { icon: 'arrow-redo', label: words('redo'), onClick: () => chain().redo().run(), ...off(canRedo, 'noRedo') },
    { icon: 'code', label: words('source'), onClick: onSource },
  ];
  return (
    <Toolbar aria-label={words('toolbar')} className={styles.tools}>
      {tools.map((tool) => (
        <IconButton key={tool.icon} size="small" {...tool} />
      ))}
    </Toolbar>
  );
}

function LinkDialog({
  href,
  words,
  onSet,
  onClose,
}: Pick<RichEditorProps, 'words'> & { href: string; onSet(href: string): void; onClose(): void }) {
  const [typed, setTyped] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const formId = useId();
  return (
    <Dialog
      title={words('link')}
      size={400}
      onClose={onClose}
      closeLabel={words('close')}
      footer={
        <>
          {href !== '' && <Button onClick={() => onSet('')}>{words('removeLink')}</Button>}
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button tone="primary" type="submit" form={formId}>
            {words('setLink')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          const address = completed(typed);
          if (address === '' || isLink(address)) onSet(address);
          else setWrong(true);
        }}
      >
        <FormField label={words('linkAddress')} layout="above" {...(isWrong ? { problem: words('linkProblem') } : {})}>
          <TextInput
            value={typed}
            placeholder={words('linkHint')}
            onChange={(text) => {
              setTyped(text);
              setWrong(false);
            }}
          />
        </FormField>
      </Form>
    </Dialog>
  );
}

/**
 * Edits text with headings, lists, links and pictures. Pasted text keeps only what the schema knows; the caller uploads
 * pictures before they are inserted.
 */
export function RichEditor({
  html,
  onChange,
  onChooseImages,
  onFiles,
  inserts,
  onInserted,
  onCopy,
  progress,
  isImageTaken,
  height = 300,
  label,
  words,
}: RichEditorProps) {
  const wiring = useWiring();
  const [extensions] = useState(() => extensionsOf(isImageTaken));
  const [open, setOpen] = useState<'link' | 'source' | null>(null);
  const close = () => setOpen(null);
  const takeFiles = (files: File[]) => {
    if (files.length > 0) onFiles(files);
    return files.length > 0;
  };
  const given = Object.entries(wiring).flatMap(([name, value]) => (value ? [[name, String(value)] as const] : []));
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false, // RichEditor.module.css has these rules
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, ...Object.fromEntries(given) },
      // Office programs also copy a picture of the text; the text is preferred.
      handlePaste: (_view, { clipboardData: data }) =>
        data !== null && !data.types.includes('text/html') && takeFiles(picturesIn(data)),
      handleDrop: (_view, event, _slice, isMoved) => {
        if (isMoved || !event.dataTransfer?.files.length) return false;
        event.preventDefault(); // the browser would open the file in place of the page
        takeFiles(picturesIn(event.dataTransfer));
        return true;
      },
    },
    onUpdate: ({ editor: now }) => onChange(htmlIn(now)),
  });

  // Only the editor knows the position of the cursor when an upload ends.
  useEffect(() => {
    if (!editor || inserts.length === 0) return;
    const pictures = inserts.map(({ url, alt }) => ({ type: 'image', attrs: { src: url, alt } }));
    editor.chain().focus().insertContentAt(editor.state.selection.to, pictures).run();
    onInserted(inserts.map(({ key }) => key));
  }, [editor, inserts, onInserted]);

  if (!editor) return <div className={styles.editor} style={{ height }} />;
  return (
    <div className={styles.editor} style={{ height }} data-invalid={wiring['aria-invalid'] || undefined}>
      <Tools
        editor={editor}
        words={words}
        onLink={() => setOpen('link')}
        onSource={() => setOpen('source')}
        onChooseImages={onChooseImages}
      />
      {progress && <ProgressBar value={progress.done} max={progress.total} aria-label={words('uploading', progress)} />}
      <EditorContent editor={editor} className={`${styles.text} ${richText}`} />
      {open === 'link' && (
        <LinkDialog
          href={String(editor.getAttributes('link').href ?? '')}
          words={words}
          onClose={close}
          onSet={(address) => {
            setLink(editor, address);
            close();
          }}
        />
      )}
      {open === 'source' && (
        <Dialog
          title={words('source')}
          size="full"
          onClose={close}
          closeLabel={words('close')}
          footer={
            <>
              <Button icon="copy" onClick={() => onCopy(htmlIn(editor))}>
                {words('copy')}
              </Button>
              <Button tone="primary" onClick={close}>
                {words('close')}
              </Button>
            </>
          }
        >
          <textarea className={styles.source} readOnly aria-label={words('source')} value={readable(htmlIn(editor))} />
        </Dialog>
      )}
    </div>
  );
}
