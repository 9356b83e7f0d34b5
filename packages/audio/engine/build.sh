#!/bin/sh
# Builds the sound engine from Debian's sources: sh build.sh FOLDER, an empty folder to build in. Needs a Debian 12 with source
# packages enabled and: apt-get install emscripten node-acorn dpkg-dev make. No path of the machine
# is in the result.
set -eu
export NODE_PATH=/usr/share/nodejs
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
optimize='-O3 -msimd128'

apt-get source ffmpeg=7:5.1.9-0+deb12u1 lame=3.100-6
mv ffmpeg-5.1.9 ffmpeg
mv lame-3.100 lame

(
  cd lame
  emconfigure ./configure --host=none --disable-shared --disable-frontend --disable-decoder \
    --disable-dependency-tracking CFLAGS="$optimize -DNDEBUG"
  emmake make -j2 -C mpglib
  emmake make -j2 -C libmp3lame
  # FFmpeg looks for lame/lame.h and libmp3lame.a.
  mkdir -p out/lame
  cp include/lame.h out/lame
  cp libmp3lame/.libs/libmp3lame.a out
)

cd ffmpeg
# Clang computes the sums of the resampler with vectors if it may reorder them: half of the time of decoding Opus.
patch -p1 < "$here/resample.patch"
./configure \
  --cc=emcc --cxx=em++ --ar=emar --ranlib=emranlib --nm=llvm-nm-14 --target-os=none --arch=x86_32 \
  --enable-cross-compile --disable-x86asm --disable-inline-asm --disable-asm --disable-stripping \
  --disable-runtime-cpudetect --disable-autodetect --disable-everything --disable-network --disable-debug \
  --disable-doc --disable-pthreads --disable-w32threads --disable-os2threads --disable-avdevice \
  --disable-swscale --disable-postproc --disable-programs --enable-ffmpeg --enable-ffprobe \
  --enable-swresample --enable-libmp3lame \
  --extra-cflags="$optimize -I../lame/out" --extra-ldflags=-L../lame/out \
  --enable-protocol=file \
  --enable-demuxer=mov,matroska,ogg,aac,mp3,wav,w64,flac,amr,aiff,caf \
  --enable-muxer=mp4,webm,ogg,mp3,null,pcm_f32le \
  --enable-decoder='opus,vorbis,aac,alac,mp3float,flac,amrnb,amrwb,pcm_*' \
  --disable-decoder=pcm_bluray,pcm_dvd \
  --enable-encoder=aac,libmp3lame,pcm_f32le \
  --enable-parser=aac,opus,vorbis,mpegaudio,flac,amr \
  --enable-filter=aresample,ebur128,volume,anull,aformat,anullsink,abuffer,abuffersink,atrim,asetpts,apad \
  --enable-bsf=aac_adtstoasc,setts
make -j2 libavutil/libavutil.a libswresample/libswresample.a libavcodec/libavcodec.a \
  libavformat/libavformat.a libavfilter/libavfilter.a

# The two programs in one, chosen by the first argument.
cat > main.c <<'C'
#include <string.h>
int ffmpeg_main(int argc, char **argv);
int ffprobe_main(int argc, char **argv);
int main(int argc, char **argv) {
  argc--;
  argv++;
  return strcmp(argv[0], "ffprobe") ? ffmpeg_main(argc, argv) : ffprobe_main(argc, argv);
}
C
compile() {
  file=$1
  shift
  emcc -I. -D_ISOC99_SOURCE -D_POSIX_C_SOURCE=200112 -D_XOPEN_SOURCE=600 $optimize -std=c11 -Wno-everything "$@" \
    -c "$file.c" -o "program_$(basename "$file").o"
}
for file in cmdutils opt_common ffmpeg_filter ffmpeg_hw ffmpeg_mux ffmpeg_opt; do compile fftools/$file; done
compile fftools/ffmpeg -Dmain=ffmpeg_main
compile fftools/ffprobe -Dmain=ffprobe_main -Dprogram_name=ffprobe_name \
  -Dprogram_birth_year=ffprobe_birth -Dshow_help_default=ffprobe_help
compile main

# ENVIRONMENT=web: the glue knows neither the files nor the network of Node.js.
emcc $optimize program_*.o libavfilter/libavfilter.a libavformat/libavformat.a libavcodec/libavcodec.a \
  libswresample/libswresample.a libavutil/libavutil.a ../lame/out/libmp3lame.a -o "$here/generated/ffmpeg.mjs" \
  -sMODULARIZE=1 -sEXPORT_ES6=1 -sUSE_ES6_IMPORT_META=1 -sENVIRONMENT=web -sDYNAMIC_EXECUTION=0 \
  -sINVOKE_RUN=0 -sEXIT_RUNTIME=0 -sEXPORTED_RUNTIME_METHODS=callMain,FS -sASSERTIONS=0 \
  -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=33554432 -sMAXIMUM_MEMORY=536870912 -sTOTAL_STACK=2097152
chmod -x "$here/generated/ffmpeg.wasm"
