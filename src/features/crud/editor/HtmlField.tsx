import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { EditorField } from './editor';
import { editor } from './editorSlice';

/** A rich text of a form. Its uploads end when the form closes. */
export function HtmlField(props: { name: string; label: string; value: string; onChange(html: string): void }) {
  const { name } = props;
  const dispatch = useDispatch();
  useEffect(() => () => void dispatch(editor.actions.dropped({ name })), [dispatch, name]);
  return <EditorField {...props} />;
}
