import { text } from '../layout/text';
import styles from './RichEditor.module.css';
import './trusted';
import { Image } from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { IconName } from '../icons/icons';
import { Dialog } from '../overlays/Dialog';
import { rove } from '../overlays/focus';
import { Button, IconButton } from './buttons';
import { FormField, SelectInput, TextInput } from './fields';
import { useWiring } from './wiring';

export interface RichEditorProps {
  /** What it begins with; later only `onChange` tells what the text is. */
  html: string;
  /** The text as HTML, '' when nothing is in it. Told with every change. */
  onChange(html: string): void;
  onChooseImages(): void;
  /** Pictures that were pasted, or dropped on the text. */
  onFiles(files: File[]): void;
  /** Pictures to put where the cursor is. `onInserted` says which of them are in the text now. */
  inserts: readonly { key: number; url: string; alt: string }[];
  onInserted(keys: number[]): void;
  onCopy(text: string): void;
  /** Pictures under way; null while there are none. */
  progress: { total: number; done: number } | null;
  /** Whether a picture of pasted HTML may stay, by its address. */
  isImageTaken(address: string): boolean;
  /** px */
  height?: number;
  label: string;
  words: {
    toolbar: string;
    style: string;
    plain: string;
    heading: readonly [string, string, string];
    bold: string;
    italic: string;
    underline: string;
    bullets: string;
    numbers: string;
    quote: string;
    link: string;
    image: string;
    undo: string;
    redo: string;
    noUndo: string;
    noRedo: string;
    source: string;
    linkAddress: string;
    linkHint: string;
    linkProblem: string;
    setLink: string;
    removeLink: string;
    cancel: string;
    close: string;
    copy: string;
    uploading(done: number, total: number): string;
  };
}

const levels = [1, 2, 3] as const;

/** Only what the server keeps: links to the web and to a mailbox. */
function isLink(address: string) {
  return /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i.test(address);
}
/** People type `example.com` and mean the web. */
function completed(typed: string) {
  const address = typed.trim();
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
}

function extensionsOf(isImageTaken: (address: string) => boolean) {
  return [
    StarterKit.configure({
      heading: { levels: [...levels] },
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

function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type === '' || type.startsWith('image/'));
}

/** The text without the empty line that the editor keeps at its end for the cursor. */
function htmlIn(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, '');
}

/** HTML with one block a line, for people to read. */
function readable(html: string) {
  return html.replace(/(<\/(?:p|h[1-6]|ul|ol|li|blockquote|pre)>|<[uo]l>|<hr>)(?=.)(?!<\/(?:li|blockquote)>)/g, '$1\n');
}

/** Within the toolbar the arrow keys move, and Tab leaves; in the list of styles the arrows choose. */
function walk({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by && target instanceof HTMLButtonElement) rove(currentTarget, 'button', target, by);
}

function Toolbar({
  editor,
  words,
  onLink,
  onSource,
  onChooseImages,
}: Pick<RichEditorProps, 'words' | 'onChooseImages'> & { editor: Editor; onLink(): void; onSource(): void }) {
  const state = useEditorState({
    editor,
    selector: ({ editor: it }) => ({
      level: String(levels.find((level) => it.isActive('heading', { level })) ?? ''),
      bold: it.isActive('bold'),
      italic: it.isActive('italic'),
      underline: it.isActive('underline'),
      bullets: it.isActive('bulletList'),
      numbers: it.isActive('orderedList'),
      quote: it.isActive('blockquote'),
      link: it.isActive('link'),
      canUndo: it.can().undo(),
      canRedo: it.can().redo(),
    }),
  });
  const run = (act: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () =>
    act(editor.chain().focus()).run();
  const marks: readonly [IconName, keyof typeof state & keyof typeof words, () => void][] = [
    ['text-bold', 'bold', run((chain) => chain.toggleBold())],
    ['text-italic', 'italic', run((chain) => chain.toggleItalic())],
    ['text-underline', 'underline', run((chain) => chain.toggleUnderline())],
    ['text-bullet-list', 'bullets', run((chain) => chain.toggleBulletList())],
    ['text-number-list', 'numbers', run((chain) => chain.toggleOrderedList())],
    ['text-quote', 'quote', run((chain) => chain.toggleBlockquote())],
    ['link', 'link', onLink],
  ];
  return (
    <div className={styles.editorTools} role="toolbar" aria-label={words.toolbar} tabIndex={-1} onKeyDown={walk}>
      <SelectInput
        aria-label={words.style}
        value={state.level}
        onChange={(level) =>
          run((chain) =>
            level === '' ? chain.setParagraph() : chain.setHeading({ level: Number(level) as (typeof levels)[number] }),
          )()
        }
        options={[
          { value: '', label: words.plain },
          ...levels.map((level) => ({ value: String(level), label: words.heading[level - 1]! })),
        ]}
      />
      {marks.map(([icon, name, act]) => (
        <IconButton
          key={name}
          icon={icon}
          size="small"
          label={words[name] as string}
          pressed={state[name] === true}
          // One stop for Tab, the arrows for the rest; the list of styles before it keeps its arrows to itself.
          tabIndex={name === 'bold' ? 0 : -1}
          onClick={act}
        />
      ))}
      <IconButton icon="image-add" size="small" label={words.image} tabIndex={-1} onClick={onChooseImages} />
      <IconButton
        icon="arrow-undo"
        size="small"
        label={words.undo}
        tabIndex={-1}
        {...(state.canUndo ? {} : { disabledReason: words.noUndo })}
        onClick={run((chain) => chain.undo())}
      />
      <IconButton
        icon="arrow-redo"
        size="small"
        label={words.redo}
        tabIndex={-1}
        {...(state.canRedo ? {} : { disabledReason: words.noRedo })}
        onClick={run((chain) => chain.redo())}
      />
      <span className={text.grow} />
      <IconButton icon="code" size="small" label={words.source} tabIndex={-1} onClick={onSource} />
    </div>
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
      title={words.link}
      size={400}
      onClose={onClose}
      closeLabel={words.close}
      footer={
        <>
          {href !== '' && <Button onClick={() => onSet('')}>{words.removeLink}</Button>}
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button tone="primary" type="submit" form={formId}>
            {words.setLink}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // the form around the editor is not sent with it
          const address = completed(typed);
          if (address === '' || isLink(address)) onSet(address);
          else setWrong(true);
        }}
      >
        <FormField label={words.linkAddress} layout="above" {...(isWrong ? { problem: words.linkProblem } : {})}>
          <TextInput
            value={typed}
            placeholder={words.linkHint}
            onChange={(text) => {
              setTyped(text);
              setWrong(false);
            }}
          />
        </FormField>
      </form>
    </Dialog>
  );
}

/**
 * Text with headings, lists, links and pictures. What is pasted keeps only what the schema knows; pictures come in
 * through whoever holds the editor, which sends them up first.
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
  const takeFiles = (files: File[]) => {
    if (files.length > 0) onFiles(files);
    return files.length > 0;
  };
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false, // its few rules are in our stylesheet
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(wiring.id ? { id: wiring.id } : {}),
        ...(wiring['aria-describedby'] ? { 'aria-describedby': wiring['aria-describedby'] } : {}),
        ...(wiring['aria-required'] ? { 'aria-required': 'true' } : {}),
        ...(wiring['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
      },
      // Office programs put a picture of the text beside the text: then the text is what is meant.
      handlePaste: (_view, { clipboardData }) =>
        !clipboardData?.types.includes('text/html') && takeFiles(picturesIn(clipboardData)),
      handleDrop: (_view, event, _slice, isMoved) => {
        if (isMoved || !event.dataTransfer?.files.length) return false;
        event.preventDefault(); // or the browser would leave the page and show the file
        takeFiles(picturesIn(event.dataTransfer));
        return true;
      },
    },
    onUpdate: ({ editor: it }) => onChange(htmlIn(it)),
  });

  // Pictures arrive at their own time, and the cursor is known to the editor alone.
  useEffect(() => {
    if (!editor || inserts.length === 0) return;
    const pictures = inserts.map(({ url, alt }) => ({ type: 'image', attrs: { src: url, alt } }));
    editor.chain().focus().insertContentAt(editor.state.selection.to, pictures).run();
    onInserted(inserts.map(({ key }) => key));
  }, [editor, inserts, onInserted]);

  if (!editor) return <div className={styles.editor} style={{ height }} />;
  const href = String(editor.getAttributes('link').href ?? '');
  const source = readable(htmlIn(editor));
  return (
    <div className={styles.editor} style={{ height }} data-invalid={wiring['aria-invalid'] || undefined}>
      <Toolbar
        editor={editor}
        words={words}
        onLink={() => setOpen('link')}
        onSource={() => setOpen('source')}
        onChooseImages={onChooseImages}
      />
      <div className={styles.editorProgress}>
        {progress && (
          <progress
            value={progress.done}
            max={progress.total}
            aria-label={words.uploading(progress.done, progress.total)}
          />
        )}
      </div>
      <EditorContent editor={editor} className={`${styles.editorText} rich-text`} />
      {open === 'link' && (
        <LinkDialog
          href={href}
          words={words}
          onClose={() => setOpen(null)}
          onSet={(address) => {
            const chain = editor.chain().focus().extendMarkRange('link');
            if (address === '') chain.unsetLink().run();
            else if (editor.state.selection.empty && href === '')
              // Nothing is marked: the address itself becomes the text.
              chain
                .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
                .run();
            else chain.setLink({ href: address }).run();
            setOpen(null);
          }}
        />
      )}
      {open === 'source' && (
        <Dialog
          title={words.source}
          size="full"
          onClose={() => setOpen(null)}
          closeLabel={words.close}
          footer={
            <>
              <Button icon="copy" onClick={() => onCopy(htmlIn(editor))}>
                {words.copy}
              </Button>
              <Button tone="primary" onClick={() => setOpen(null)}>
                {words.close}
              </Button>
            </>
          }
        >
          <textarea
            className={styles.editorSource}
            readOnly
            spellCheck={false}
            aria-label={words.source}
            value={source}
          />
        </Dialog>
      )}
    </div>
  );
}
