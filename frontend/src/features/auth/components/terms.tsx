import { useRef } from 'react';

import { Button } from '../../../ui/button';
import styles from './terms.module.css';

interface Text {
  title: string;
  paragraphs: readonly string[];
}

const texts: readonly Text[] = [
  {
    title: 'Terms of Service',
    paragraphs: [
      'Studiolo keeps your client projects and their files. It is free, and needs no credit card.',
      'What you upload stays yours. You give no rights in it to anybody, and you answer for having the right to keep it here. Nothing unlawful, and nothing made to harm others or the service.',
      'Your account is for you alone. Keep its password to yourself, and end sessions that you do not recognise.',
      'Space is limited: your storage page shows how much you have. The service is given as it is, so keep the originals of your work elsewhere, too. You can download everything in one archive at any time.',
      'You can delete your account whenever you like. Its projects and files go with it.',
    ],
  },
  {
    title: 'Privacy Policy',
    paragraphs: [
      'Studiolo keeps your name, your email address, your projects with what you write about your clients, your files, and when and with which kind of browser you signed in. Your password is kept only as a hash that cannot be turned back.',
      'All of it serves to show you your own work. Nobody else sees it in Studiolo, and none of it is sold or used for advertising.',
      'There are no cookies and no trackers. This browser stores that you are signed in, and the theme you chose.',
      'You get mail about your account alone: to verify your address, to reset your password. If you sign in with Google, Google tells Studiolo your name and address and learns that you use it.',
      'Your profile page has all your data in one archive. Deleting your account there deletes it.',
    ],
  },
];

function TextButton({ title, paragraphs }: Text) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {title}
      </button>
      <dialog ref={dialog} aria-label={title} className={styles.dialog}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </dialog>
    </>
  );
}

/** What a new account agrees to, each text in a dialog, so that the form keeps what was typed. */
export function Terms() {
  const [terms, privacy] = texts.map((text) => <TextButton key={text.title} {...text} />);
  return (
    <div className={styles.terms}>
      Read the {terms} and the {privacy}.
    </div>
  );
}
