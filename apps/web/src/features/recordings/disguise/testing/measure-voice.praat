# Prints the medians of F0 and of the formants 1 to 3 while the voice sounds, with the formants below `ceiling`. Saves the
# recording as raw 16-bit samples of one channel at 24 kHz if `raw` is not "-".
form Measure a voice
  sentence path
  sentence raw -
  positive ceiling 5000
endform
opened = Read from file: path$
mono = Convert to mono
voice = Resample: 24000, 50
if raw$ <> "-"
  Save as raw 16-bit little-endian file: raw$
endif
pitch = To Pitch: 0.01, 60, 500
f0 = Get quantile: 0, 0, 0.5, "Hertz"
selectObject: voice
formants = To Formant (burg): 0.01, 5, ceiling, 0.025, 50
table = Create Table with column names: "heard", 0, "f1 f2 f3"
selectObject: formants
frames = Get number of frames
for frame to frames
  selectObject: formants
  time = Get time from frame number: frame
  for number to 3
    f[number] = Get value at time: number, time, "hertz", "linear"
  endfor
  selectObject: pitch
  sounds = Get value at time: time, "Hertz", "linear"
  if sounds <> undefined and f[3] <> undefined
    selectObject: table
    Append row
    row = Get number of rows
    for number to 3
      Set numeric value: row, "f'number'", f[number]
    endfor
  endif
endfor
selectObject: table
for number to 3
  median[number] = Get quantile: "f'number'", 0.5
endfor
writeInfoLine: f0, " ", median[1], " ", median[2], " ", median[3]
