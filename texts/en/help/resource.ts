import type { AreaHelp } from '../../help';

export const resource: AreaHelp = {
  oss: {
    about: 'Where files are kept. Without an enabled store they are on the server’s local disk.',
    steps: [
      'Choose “Add”, select the type, and enter endpoint, bucket and keys. Keep the bucket private: all files go through this system.',
      'Save, then choose “Enable”. The store is tried out first and is enabled only if it works.',
      'New files go there from now on. Existing files are still read from where they are.',
    ],
    states: {
      of: 'oss.status',
      means: { 1: 'Takes no new files. Files it holds are still read.', 2: 'Takes new files. There is one at a time.' },
    },
    buttons: { Enable: 'Makes it the store for new files, and switches the other one off.' },
    refusals: {
      'oss.notWorking': 'Check endpoint, bucket, keys and the rights of the keys, then enable it again.',
      'oss.badEndpoint': 'Addresses inside the network have to be allowed by the system’s operator first.',
      'oss.secretAgain': 'A stored key is sent only to the place it was entered for. Enter it again after a change.',
      'oss.holdsFiles': 'Changing the address would lose the files in it. Add another store and enable that.',
    },
    see: ['page:attach', 'guide:storage'],
  },
  attach: {
    about: 'All uploaded files, and which records use them. Files for the library are uploaded here too.',
    steps: [
      'Search by name, type, store or time.',
      'Choose “Upload” to add library files: several at once; large ones in parts that resume after an interruption.',
      'Before deleting a file, choose “Where used”.',
    ],
    buttons: {
      Upload: 'Uploads files that belong to no record. They stay until they are deleted here.',
      Download: 'Downloads the file.',
      'Where used': 'Lists the records that use the file.',
    },
    refusals: {
      'attach.inUse': 'Replace or remove the file in the records it names first.',
      'upload.noRoom': 'The tenant’s storage is used up. Delete files, or ask the platform’s administrator for more.',
      'upload.fileTooLarge': 'The limit for one file is set by the parameter storage.fileMiB.',
      'upload.gone': 'Unfinished uploads expire. Choose the file again.',
      'store.unavailable': 'Try again later. If it stays like this, check the object storage.',
    },
    see: ['page:oss', 'page:picture', 'guide:storage'],
  },
  sms: {
    about:
      'SMS services of your own. Without an enabled one the system’s gateway is used; where there is none either, no messages are sent.',
    steps: [
      'Choose “Add”, select the provider, and enter keys and signature. Signature and templates have to be approved by the provider first.',
      'Choose “Send a test message” with your own number, and look at the result in the message log.',
      'Then choose “Enable”, and enter the provider’s template IDs under Message templates.',
    ],
    states: {
      of: 'sms.status',
      means: { 1: 'Not used for sending.', 2: 'Sends all messages of this tenant. There is one at a time.' },
    },
    buttons: {
      Enable: 'Sends all messages through it from now on, and switches the other one off.',
      Disable: 'Goes back to the system’s gateway. Without one, no messages are sent.',
      'Send a test message': 'Sends one message to a number. The result is in the message log.',
    },
    refusals: {
      'sms.badEndpoint':
        'Use a public https address. Addresses inside the network have to be allowed by the system’s operator.',
      'sms.secretAgain': 'The old key isn’t used for another provider or address. Enter it again.',
      'sms.forAdministrators': 'Set the service up and send a test message, then ask an administrator to enable it.',
      'sms.noTemplate': 'Alibaba Cloud and Tencent Cloud send approved templates only. Enter the template ID.',
    },
    see: ['page:messageTemplate', 'page:messageLog', 'guide:notices#customers'],
  },
  messageTemplate: {
    about: 'The texts of messages and e-mails to customers, and which reminders are sent by themselves.',
    steps: [
      'Open a type and edit its text. Names in braces are replaced by the facts; the form lists them.',
      'With Alibaba Cloud or Tencent Cloud, enter the “Provider template ID”.',
      'Switch on “Sent automatically”. Reminders go out {{dueDays}} days before the due date, and overdue ones every {{overdueDays}} days, unless parameters say otherwise.',
      'A text that is set back to the default wording follows the product again.',
    ],
    refusals: {
      'message.alwaysOn': 'Signing links and codes are a part of what the customer does, and are always sent.',
      'message.unknownPlace': 'Check its spelling. The form lists the names there are.',
      'message.missingPlace': 'The text needs this one. Put it back.',
      'message.bracePlace': 'Write the name in braces, without spaces.',
    },
    see: ['page:sms', 'page:messageLog', 'guide:notices#customers'],
  },
  messageLog: {
    about:
      'Every message and e-mail to customers: text, result and cause of failures. Numbers and codes are partly hidden.',
    steps: [
      'Filter by “Failed” and “Outcome unknown”.',
      'Look at the “Cause”: correct the customer’s number, or check the SMS service.',
      'Choose “Send again” if needed. Between {{quietHours}} only messages that a customer waits for are sent; others follow afterwards.',
    ],
    states: {
      of: 'messageLog.state',
      means: {
        1: 'Waiting to be sent, possibly after the quiet hours. It can be cancelled.',
        2: 'Being passed to the gateway.',
        3: 'The gateway has accepted it.',
        4: 'Refused by the gateway, or failed after several attempts.',
        5: 'The gateway did not answer, so it may have arrived. It isn’t sent again by itself.',
        6: 'Cancelled. The customer doesn’t get it.',
        7: 'Not sent, because there is no SMS service or mail server.',
      },
    },
    buttons: {
      'Send again': 'Sends it once more. With an unknown outcome the customer may get it twice.',
      Cancel: 'Cancels messages that have not been sent yet.',
    },
    refusals: { 'message.gone': 'The text has been removed after a while. Start again from the order.' },
    see: ['page:sms', 'page:messageTemplate', 'page:fascContract', 'guide:notices#customers'],
  },
};
