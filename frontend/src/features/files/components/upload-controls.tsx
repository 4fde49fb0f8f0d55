import { ACCEPTED_FILES } from '@studiolo/contracts';
import { type ComponentProps, useId } from 'react';

import { fileCount } from '../../../lib/format';
import { Button, buttonClass, type ButtonLook } from '../../../ui/button';
import { chosenFiles, type FileChoice } from '../folder-files';
import { isChosen } from '../upload-item';
import type { Uploads } from '../upload-queue';
import styles from './uploads.module.css';

// React has no type for this attribute.
const FOLDERS: object = { webkitdirectory: '' };

/** Browsers of phones may know the attribute and still offer single files. */
const canChooseFolders = () =>
  'webkitdirectory' in HTMLInputElement.prototype &&
  !window.matchMedia('(hover: none) and (pointer: coarse)').matches;

interface FilePickerProps extends ComponentProps<'input'> {
  'data-command'?: string;
  label: string;
  look?: ButtonLook;
  onChosen: (choice: FileChoice) => void;
}

function FilePicker({ label, look = {}, onChosen, ...input }: FilePickerProps) {
  const id = useId();
  return (
    <>
      <input
        {...input}
        id={id}
        type="file"
        className={styles.input}
        onChange={({ target }) => {
          onChosen(chosenFiles(target.files));
          // Emptied so that choosing the same file again is a change, too.
          target.value = '';
        }}
      />
      <label htmlFor={id} className={buttonClass(look)}>
        {label}
      </label>
    </>
  );
}

interface UploadControlsProps {
  uploads: Uploads;
  /** The id of the text that says what can be uploaded. */
  hintId: string;
}

export function UploadControls({ uploads, hintId }: UploadControlsProps) {
  const { items, choose, upload } = uploads;
  const chosen = items.filter(isChosen);
  const look = (isNext: boolean): ButtonLook => (isNext ? { variant: 'primary' } : {});
  const picker = { 'aria-describedby': hintId, onChosen: choose };
  return (
    <>
      <FilePicker
        label="Choose files"
        look={look(chosen.length === 0)}
        multiple
        accept={ACCEPTED_FILES}
        data-command="upload"
        {...picker}
      />
      {canChooseFolders() && (
        <div className={styles.folder}>
          <FilePicker label="Choose folder" {...FOLDERS} {...picker} />
        </div>
      )}
      <Button {...look(chosen.length > 0)} onClick={upload}>
        {chosen.length === 0 ? 'Upload' : `Upload ${fileCount(chosen.length)}`}
      </Button>
    </>
  );
}
