import type { AreaHelp } from '../../help';

export const desk: AreaHelp = {
  notice: {
    about:
      'Publishes notices to the people of this tenant: to everyone, or to departments, roles or people; at once, or at a set time.',
    steps: [
      'Choose “Add” and enter title, type and content. Text can be formatted, and pictures can be pasted in.',
      'Choose the “Recipients”. With “Selected”, combine departments, roles and people as you like.',
      'Enter a “Release time” to publish later. Without one it is published when you choose “Publish”.',
      'Save, then choose “Publish”. Recipients see it at once, without reloading.',
    ],
    states: {
      of: 'notice.status',
      means: {
        0: 'Seen by those who manage notices only. It can be edited, published or deleted.',
        3: 'It is published at its “Release time”. Withdraw it if you change your mind.',
        1: 'In the recipients’ inboxes. It can’t be edited.',
        2: 'Removed from every inbox. It can be edited and published again.',
      },
    },
    buttons: {
      Publish: 'Publishes it now, or at its release time if that is later.',
      Withdraw: 'Takes it back from every inbox.',
    },
    refusals: {
      'notice.published': 'Withdraw it first, then edit and publish it again.',
      'notice.noRecipients': 'The departments, roles or people were removed. Choose others.',
    },
    see: ['page:inbox', 'guide:notices'],
  },
  note: {
    about:
      'Notes and reminders that you wrote, that mention you, or that you have access to. They are written on customers and orders, for those who may see the record.',
    steps: [
      'Open a customer or an order, type under “Notes” and press Ctrl+Enter.',
      'Type @ to mention a colleague, who gets a message. Only people who may see the record can be mentioned.',
      'Choose “Set a reminder” for a time to come back to it, for you or the people mentioned. “Mark as done” ends it.',
    ],
    refusals: {
      'note.notWriter': 'A note is edited by its writer. Administrators can delete it.',
      'note.mentionUnseen': 'Have the colleague given access to the record first, or leave the name out.',
    },
    see: ['page:customer', 'page:order', 'page:inbox'],
  },
};
