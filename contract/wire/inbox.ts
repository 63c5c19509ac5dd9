/** What was sent to a person. */

/** The three tabs of the inbox. */
export const inboxKinds = ['mail', 'message', 'notice'] as const;
export type InboxKind = (typeof inboxKinds)[number];

export interface InboxEntry {
  id: string;
  kind: InboxKind;
  title: string;
  /** Sanitised HTML; plain text arrives escaped. */
  content: string;
  isRead: boolean;
  /** Feature and record it is about; '' where there is none. */
  subject: string;
  subjectId: string;
  createTime: string;
}
/** How many of each kind the person has not read. */
export type Unread = Record<InboxKind, number>;
