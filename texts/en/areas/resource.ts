import type { Like } from '../../like';
import type { texts as source } from '../../zh/areas/resource';

export const texts: Like<typeof source> = {
  resource: {
    uploadTitle: 'Upload attachments',
    drop: 'Drop files here, or',
    choose: 'Choose files',
    hint: 'You can choose several. Large files are sent in parts and go on by themselves after a broken connection. Closing this window or switching pages doesn’t stop them.',
    list: 'Uploads',
    uploading: 'Uploading ({{count}})',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel upload',
    retry: 'Try again',
    waiting: 'Waiting',
    sending: 'Uploading',
    broken: 'Connection lost. It will go on by itself.',
    paused: 'Paused',
    checking: 'Sent, being verified',
    done: 'Uploaded',
    unreadable: 'The file was changed or moved. Choose it again.',
    uses: 'Where used',
    usesTitle: 'Where {{name}} is used',
    unused: 'No record uses this attachment. It can be deleted.',
    others: '{{count}} more uses that you have no access to',
    others_one: '{{count}} more use that you have no access to',
    usesLost: 'Its uses couldn’t be loaded',
  },
};
